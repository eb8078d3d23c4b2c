/**
 * The places of the pages for users: the first four are always visible, on phones as a bar, and the
 * others are in the menu "More", or below the first on wide screens.
 */
import { readTab, type TabId, tabPath } from "#islands/dashboard/tabs.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { introductionPath } from "#lib/introductions/introductions.rules.ts";
import { splitLanguagePrefix } from "#lib/languages.ts";
import { receiptsPath } from "#lib/payments/receipts.ts";
import type { Role } from "#lib/people/people.options.ts";
import { savedPath } from "#lib/saved/saved.rules.ts";
import type { IconName } from "#lib/site/page-icons.ts";

export interface Place {
  path: string;
  icon: IconName;
  /** The dashboard's tab, if the place is one. */
  tab?: TabId;
  /** The name in the texts, unless the place is a tab. */
  page?: "meetings" | "earnings" | "messages" | "receipts" | "progress" | "saved" | "study";
  /** Paths of pages that belong to the place, with all pages below them. */
  owns?: readonly string[];
}

export interface Places {
  main: readonly Place[];
  more: readonly Place[];
}

const tabIcons: Record<TabId, IconName> = {
  dashboard: "home",
  personal: "person",
  courses: "book",
  students: "people",
  schedule: "calendar",
  settings: "gear",
};

const tab = (id: TabId, owns: readonly string[] = []): Place => ({
  path: tabPath(id),
  tab: id,
  icon: tabIcons[id],
  owns,
});

const home = tab("dashboard");
const messages: Place = { path: "/dashboard/messages", page: "messages", icon: "chat" };
const personal = tab("personal");
const teacherPersonal = tab("personal", [introductionPath]);
const settings = tab("settings", ["/dashboard/feedback", "/quran/plans/manage"]);
const teacherSettings = tab("settings", [...(settings.owns ?? []), "/dashboard/verification"]);

const places: Record<Role, Places> = {
  teacher: {
    main: [
      home,
      tab("courses", [
        "/add-course",
        "/edit-course",
        "/classes",
        "/dashboard/classes",
        "/dashboard/recitations",
        "/dashboard/share",
      ]),
      messages,
      tab("students"),
    ],
    more: [
      tab("schedule"),
      { path: "/dashboard/meetings", page: "meetings", icon: "video" },
      { path: earningsPath, page: "earnings", icon: "wallet", owns: ["/dashboard/disputes"] },
      teacherPersonal,
      teacherSettings,
    ],
  },
  student: {
    main: [
      home,
      tab("courses", ["/classes", "/dashboard/enrolled-courses"]),
      messages,
      { path: "/dashboard/progress", page: "progress", icon: "chart" },
    ],
    more: [
      { path: savedPath, page: "saved", icon: "heart" },
      { path: receiptsPath, page: "receipts", icon: "receipt" },
      { path: "/quran/study", page: "study", icon: "star" },
      personal,
      settings,
    ],
  },
};

export const listPlaces = (role: Role): Places => places[role];

/** The place to which a page belongs; undefined for pages that belong to none. */
export function findPlace({ pathname, search }: URL, role: Role): Place | undefined {
  const { path } = splitLanguagePrefix(pathname);
  const { main, more } = places[role];
  const all = [...main, ...more];
  if (path === "/dashboard") return all.find(({ tab }) => tab === readTab(search, role));
  const isBelow = (parent: string) => path === parent || path.startsWith(`${parent}/`);
  return all.find(({ tab, path: own, owns = [] }) =>
    (tab === undefined ? [own, ...owns] : owns).some(isBelow),
  );
}
