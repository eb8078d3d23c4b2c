import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import type { SessionUser } from "#lib/client/access-token.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { signOut } from "#lib/client/session.store.ts";

/** When somebody joined, or 'N/A'. */
function joinedDate(profile: Profile): string {
  const date = new Date(profile.registrationDate ?? "");
  if (Number.isNaN(date.getTime())) return "N/A";
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(date);
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

export function Settings({ profile, user }: { profile: Profile; user: SessionUser }) {
  const facts = [
    { name: "Email", value: profile.email || user.email },
    { name: "Role", value: profile.role === "teacher" ? "Teacher" : "Student" },
    { name: "Joined", value: joinedDate(profile) },
  ];
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">Settings</h2>
      <div className="panel grid gap-4 p-5">
        <h3 className="text-base">Account Information</h3>
        <dl className="grid gap-3 sm:grid-cols-3">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt className="muted text-sm">{name}</dt>
              <dd className="font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <LogOutButton className="justify-self-start" />
    </section>
  );
}
