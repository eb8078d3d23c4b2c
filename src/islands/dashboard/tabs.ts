/** The tabs of the dashboard; the open one stands in the URL. */
export const tabs = [
  { id: "dashboard", label: "Dashboard" },
  { id: "courses", label: "Courses" },
  { id: "settings", label: "Settings" },
] as const;
export type TabId = (typeof tabs)[number]["id"];

export function readTab(search: string): TabId {
  const asked = new URLSearchParams(search).get("tab");
  return tabs.find(({ id }) => id === asked)?.id ?? "dashboard";
}

export const tabPath = (id: TabId): string =>
  id === "dashboard" ? "/dashboard" : `/dashboard?tab=${id}`;
