import { Avatar } from "#islands/ui/Avatar.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { receiptsPath } from "#lib/payments/receipts.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import type { IconName } from "#lib/site/icons.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/dashboard.ts";
import { LogOutButton } from "./LogOutButton.tsx";
import { TabLink } from "./TabLink.tsx";
import { listTabs, type TabId } from "./tabs.ts";

const t = getTexts("dashboard");

interface SidebarProps {
  profile: Profile;
  open: TabId;
  onOpen: (tab: TabId) => void;
}

// On narrow screens, the menu is a bar of icons with labels, in
// one row on tablets. On wide screens, it is a list.
const itemClass =
  "flex flex-col items-center gap-1 rounded-field px-1 py-2 text-center text-xs font-medium hover:bg-base-200 aria-[current]:bg-sand aria-[current]:text-sand-content lg:flex-row lg:gap-3 lg:px-3 lg:text-start lg:text-sm";

interface PageLink {
  href: string;
  icon: IconName;
  page: "meetings" | "earnings" | "messages" | "receipts";
}

/** Separate pages, listed in the menu below the tabs. */
const pages: Record<Role, readonly PageLink[]> = {
  teacher: [
    { href: "/dashboard/meetings", icon: "video", page: "meetings" },
    { href: earningsPath, icon: "wallet", page: "earnings" },
  ],
  student: [
    { href: "/dashboard/messages", icon: "chat", page: "messages" },
    { href: receiptsPath, icon: "receipt", page: "receipts" },
  ],
};

/** The sidebar: user, tabs and logout. */
export function Sidebar({ profile, open, onOpen }: SidebarProps) {
  const tabs = listTabs(profile.role);
  const links = pages[profile.role];
  const phoneColumns = tabs.length + links.length > 6 ? "grid-cols-4" : "grid-cols-3";
  return (
    <aside className="panel grid content-start gap-4 p-4 lg:sticky lg:top-22">
      <div className="flex flex-wrap items-center gap-3 lg:flex-col lg:gap-2 lg:py-2 lg:text-center">
        <Avatar
          name={profile.name}
          image={profile.profileImageUrl}
          className="size-12 lg:size-20 lg:text-xl"
        />
        <div className="min-w-32 grow lg:w-full">
          <p className="truncate font-semibold" dir="auto">
            {profile.name}
          </p>
          <p className="muted text-sm">
            {profile.role === "teacher" ? t("teacher") : t("student")}
          </p>
        </div>
        <LogOutButton className="btn-sm lg:hidden" />
      </div>
      <nav
        aria-label={t("menu")}
        className={`grid gap-1 border-t border-base-300 pt-3 lg:grid-cols-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none lg:grid-flow-row ${phoneColumns}`}
      >
        {tabs.map(({ id, icon }) => (
          <TabLink
            key={id}
            to={id}
            onOpen={onOpen}
            className={itemClass}
            aria-current={id === open ? "page" : undefined}
          >
            <Icon name={icon} />
            {t(`tab.${id}`)}
          </TabLink>
        ))}
        {links.map(({ href, icon, page }) => (
          <a key={href} href={localizePath(href)} className={itemClass}>
            <Icon name={icon} />
            {t(`page.${page}`)}
          </a>
        ))}
      </nav>
      <LogOutButton className="btn-sm w-full max-lg:hidden" />
    </aside>
  );
}
