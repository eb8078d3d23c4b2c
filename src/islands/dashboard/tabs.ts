/** The dashboard's tabs. The URL names the open one. */

import type { Role } from "#lib/people/people.options.ts";

const tabs = [
  { id: "dashboard" },
  { id: "personal" },
  { id: "courses" },
  { id: "students", teacher: true },
  { id: "schedule", teacher: true },
  { id: "settings" },
] as const satisfies { id: string; teacher?: true }[];

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
