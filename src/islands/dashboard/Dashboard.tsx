import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { CoursesTab } from "./courses/CoursesTab.tsx";
import { Modals } from "./Modals.tsx";
import { Overview } from "./overview/Overview.tsx";
import { Personal } from "./personal/Personal.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { Schedule } from "./schedule/Schedule.tsx";
import { Settings } from "./settings/Settings.tsx";
import { Students } from "./students/Students.tsx";
import { useTab } from "./use-tab.ts";

function Tabs({ profile, user }: { profile: Profile; user: SessionUser }) {
  const [tab, open] = useTab(profile.role);
  return (
    <Modals profile={profile} user={user}>
      {(dashboard) => (
        <div className="grid items-start gap-6 lg:grid-cols-[14rem_1fr] xl:gap-8">
          <Sidebar profile={profile} open={tab} onOpen={open} />
          <div className="min-w-0">
            {tab === "dashboard" && <Overview profile={profile} onOpen={open} />}
            {tab === "personal" && <Personal profile={profile} user={user} {...dashboard} />}
            {tab === "courses" && <CoursesTab profile={profile} />}
            {tab === "students" && <Students profile={profile} {...dashboard} />}
            {tab === "schedule" && <Schedule profile={profile} {...dashboard} />}
            {tab === "settings" && <Settings profile={profile} user={user} {...dashboard} />}
          </div>
        </div>
      )}
    </Modals>
  );
}

export default function Dashboard() {
  return (
    <GuardedProfile profileFallback="Failed to fetch user profile">
      {(profile, user) => <Tabs profile={profile} user={user} />}
    </GuardedProfile>
  );
}
