/** The dashboard's tabs. The URL names the open one. */

import type { Role } from "#lib/people/people.options.ts";
import type { IconName } from "#lib/site/icons.ts";

const tabs = [
  { id: "dashboard", icon: "home" },
  { id: "personal", icon: "person" },
  { id: "courses", icon: "book" },
  { id: "students", icon: "people", teacher: true },
  { id: "schedule", icon: "calendar", teacher: true },
  { id: "settings", icon: "gear" },
] as const satisfies { id: string; icon: IconName; teacher?: true }[];

export type TabId = (typeof tabs)[number]["id"];

/** The tabs of a role, in order. */
export function listTabs(role: Role) {
  return tabs.filter((tab) => role === "teacher" || !("teacher" in tab));
}

/** The tab named in the URL, or the first tab if the URL names none of the role's tabs. */
export function readTab(search: string, role: Role): TabId {
  const requested = new URLSearchParams(search).get("tab");
  return listTabs(role).find(({ id }) => id === requested)?.id ?? "dashboard";
}

export const tabPath = (id: TabId): string =>
  id === "dashboard" ? "/dashboard" : `/dashboard?tab=${id}`;
