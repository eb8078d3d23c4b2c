import type { ReactNode } from "react";
import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/dashboard.ts";
import { Modals } from "./Modals.tsx";
import { tabParts } from "./tab-parts.ts";
import { useOwnPerson } from "./use-own-person.ts";
import { useTab } from "./use-tab.ts";

const t = getTexts("dashboard");

interface DashboardProps {
  /** The plan as rendered by the server, if the page opens on the settings. */
  plan?: ReactNode;
  /** The checklist of a new person, if the page opened on the first tab. */
  checklist?: ReactNode;
}

function Tabs({
  profile,
  user,
  ...written
}: DashboardProps & { profile: Profile; user: SessionUser }) {
  const [tab, open] = useTab(profile.role);
  useOwnPerson(profile);
  const Tab = tabParts[tab];
  return (
    <Modals profile={profile} user={user}>
      {(dashboard) => (
        <Tab profile={profile} user={user} onOpen={open} {...written} {...dashboard} />
      )}
    </Modals>
  );
}

export default function Dashboard(written: DashboardProps) {
  return (
    <GuardedProfile profileFallback={t("profileFailed")}>
      {(profile, user) => <Tabs profile={profile} user={user} {...written} />}
    </GuardedProfile>
  );
}
