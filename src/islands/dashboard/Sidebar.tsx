import { type MouseEvent, useState } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { Button } from "#islands/ui/Button.tsx";
import type { Profile } from "#lib/client/profile.store.ts";
import { signOut } from "#lib/client/sign-out.ts";
import { type TabId, tabPath, tabs } from "./tabs.ts";

interface SidebarProps {
  profile: Profile;
  open: TabId;
  onOpen: (tab: TabId) => void;
}

const itemClass =
  "rounded-field px-3 py-2 text-sm font-medium hover:bg-base-200 aria-[current]:bg-base-200 aria-[current]:text-secondary";

/** Who is signed in, the tabs, and the way out. The tabs are links: they can be opened anywhere. */
export function Sidebar({ profile, open, onOpen }: SidebarProps) {
  const follow = (event: MouseEvent, id: TabId) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <aside className="panel grid content-start gap-4 p-4 lg:sticky lg:top-6">
      <div className="flex items-center gap-3">
        <Avatar name={profile.name} image={profile.profileImageUrl} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{profile.name}</p>
          <p className="muted text-sm">{profile.role === "teacher" ? "Teacher" : "Student"}</p>
        </div>
      </div>
      <nav aria-label="Dashboard" className="flex flex-wrap gap-1 lg:grid">
        {tabs.map(({ id, label }) => (
          <a
            key={id}
            href={tabPath(id)}
            className={itemClass}
            aria-current={id === open ? "page" : undefined}
            onClick={(event) => follow(event, id)}
          >
            {label}
          </a>
        ))}
        {profile.role === "teacher" && (
          <a href="/dashboard/meetings" className={itemClass}>
            Meetings
          </a>
        )}
      </nav>
      <LogOutButton className="btn-sm w-full" />
    </aside>
  );
}

export function LogOutButton({ className }: { className?: string }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      look="quiet"
      className={className ?? ""}
      busy={leaving}
      busyLabel="Logging out..."
      onClick={() => {
        setLeaving(true);
        void signOut();
      }}
    >
      Logout
    </Button>
  );
}
