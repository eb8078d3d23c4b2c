import { useEffect, useState } from "react";
import { GuardedProfile } from "#islands/ui/Guarded.tsx";
import type { SessionUser } from "#lib/client/access-token.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { CoursesTab, OwnCourses } from "./OwnCourses.tsx";
import { OwnMeetings } from "./OwnMeetings.tsx";
import { Settings } from "./Settings.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { Stats } from "./Stats.tsx";
import { readTab, type TabId, tabPath } from "./tabs.ts";
import { useOwnCourses } from "./use-own-courses.ts";

/** How many courses the first tab shows. */
const shownCourses = 3;

function Overview({ profile }: { profile: Profile }) {
  const { data } = useOwnCourses(profile);
  const firstName = profile.name.split(/\s+/)[0];
  return (
    <div className="grid gap-8">
      <section className="rounded-box bg-secondary px-6 py-7 text-secondary-content dark:border dark:border-base-300 dark:bg-base-100 dark:text-base-content">
        <h2 className="text-2xl">Welcome back, {firstName}!</h2>
        <p className="mt-1">
          {profile.role === "teacher"
            ? "Here is how your courses are doing."
            : "Here is where your learning stands."}
        </p>
      </section>
      <Stats profile={profile} />
      <section className="grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-xl">My Courses</h2>
          {data && data.length > shownCourses && (
            <a className="link link-secondary text-sm" href={tabPath("courses")}>
              View all courses
            </a>
          )}
        </div>
        <OwnCourses profile={profile} most={shownCourses} />
      </section>
      <OwnMeetings profile={profile} />
    </div>
  );
}

/** The open tab, kept in the URL, so that back and reload work. */
function useTab(): [TabId, (tab: TabId) => void] {
  const [tab, setTab] = useState<TabId>(() => readTab(location.search));
  useEffect(() => {
    const follow = () => setTab(readTab(location.search));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const open = (next: TabId) => {
    if (next !== tab) history.pushState(null, "", tabPath(next));
    setTab(next);
  };
  return [tab, open];
}

function Tabs({ profile, user }: { profile: Profile; user: SessionUser }) {
  const [tab, open] = useTab();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[15rem_1fr]">
      <Sidebar profile={profile} open={tab} onOpen={open} />
      <div className="min-w-0">
        {tab === "dashboard" && <Overview profile={profile} />}
        {tab === "courses" && <CoursesTab profile={profile} />}
        {tab === "settings" && <Settings profile={profile} user={user} />}
      </div>
    </div>
  );
}

export default function Dashboard() {
  return (
    <GuardedProfile>{(profile, user) => <Tabs profile={profile} user={user} />}</GuardedProfile>
  );
}
