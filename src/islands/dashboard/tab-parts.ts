import type { ReactNode } from "react";
import { type Deferred, deferPart } from "#islands/ui/deferred.tsx";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { withTexts } from "#translations/load.ts";
import type { Dashboard } from "./modals.ts";
import type { TabId } from "./tabs.ts";

/** The properties of every tab. */
export interface TabProps extends Dashboard {
  profile: Profile;
  user: SessionUser;
  plan?: ReactNode;
  checklist?: ReactNode;
  onOpen: (tab: TabId) => void;
}

/**
 * The dashboard's tabs. A page opens on one tab, whose code is provided by that page's island. The
 * other tabs load later.
 */
export const tabParts: Record<TabId, Deferred<TabProps>> = {
  dashboard: deferPart<TabProps>(
    async () => (await withTexts(import("./overview/Overview.tsx"))).Overview,
  ),
  personal: deferPart<TabProps>(
    async () => (await withTexts(import("./personal/Personal.tsx"))).Personal,
  ),
  courses: deferPart<TabProps>(
    async () => (await withTexts(import("./courses/CoursesTab.tsx"))).CoursesTab,
  ),
  students: deferPart<TabProps>(
    async () => (await withTexts(import("./students/Students.tsx"))).Students,
  ),
  schedule: deferPart<TabProps>(
    async () => (await withTexts(import("./schedule/Schedule.tsx"))).Schedule,
  ),
  settings: deferPart<TabProps>(
    async () => (await withTexts(import("./settings/Settings.tsx"))).Settings,
  ),
};
