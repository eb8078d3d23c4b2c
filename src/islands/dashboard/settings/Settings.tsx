import type { ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { useLater } from "#islands/ui/use-later.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { meetingServices } from "#lib/meetings/meeting-services.ts";
import { isChild } from "#lib/people/people.options.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { planSettingsPath } from "#lib/plans/plans.rules.ts";
import { LogOutButton } from "../LogOutButton.tsx";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { AccountFacts } from "./account/AccountFacts.tsx";
import { OwnData } from "./account/OwnData.tsx";
import { OwnSessions } from "./account/OwnSessions.tsx";
import { ZoomLinks } from "./account/ZoomLinks.tsx";
import { CalendarCard } from "./calendar/CalendarCard.tsx";
import { EmailPreferencesCard } from "./EmailPreferencesCard.tsx";
import { GuardianCard } from "./GuardianCard.tsx";
import { MeetingServiceCard } from "./MeetingServiceCard.tsx";
import { SettingsCard } from "./SettingsCard.tsx";

interface SettingsProps extends Dashboard {
  profile: Profile;
  user: SessionUser;
  /** The plan as the server has written it. */
  plan?: ReactNode;
}

const WaitingPlan = () => <Loading label="Loading your plan..." />;

/** The catalogs of texts would make the first view slow. */
const PlanDetails = deferPart<{ onDone: (message: string) => void }>(
  async () => (await import("./plan/PlanDetails.tsx")).PlanDetails,
  { Waiting: WaitingPlan, isRare: true },
);

/** The Settings tab. */
export function Settings({ profile, user, plan, openModal, showToast }: SettingsProps) {
  const isLater = useLater();
  return (
    <section className="grid gap-4">
      <TabHead title="Settings" />
      <AccountFacts profile={profile} email={profile.email || user.email} />
      <div className="panel flex flex-wrap gap-2 p-5">
        <Button look="quiet" onClick={() => openModal("password")}>
          Update Password
        </Button>
        <Button look="quiet" onClick={() => openModal("profile")}>
          <Icon name="pencil" />
          Edit Profile
        </Button>
        {profile.role === "teacher" && (
          <Button look="quiet" onClick={() => openModal("slots")}>
            <Icon name="calendar" />
            Manage Schedule
          </Button>
        )}
        <a
          className="btn btn-outline border-base-300 hover:border-base-300 hover:bg-base-200"
          href="/dashboard/feedback"
        >
          Share your experience
        </a>
        <LogOutButton />
      </div>
      <CalendarCard onDone={showToast} />
      <EmailPreferencesCard onDone={showToast} />
      {profile.role === "student" && isChild(profile.age) && <GuardianCard onDone={showToast} />}
      {profile.role === "teacher" &&
        meetingServices.map((service) => (
          <MeetingServiceCard key={service.id} service={service} onDone={showToast} />
        ))}
      <SettingsCard
        title="Plan"
        hint="What you can use in the Quran reader."
        path={planSettingsPath}
      >
        {isLater ? <PlanDetails onDone={showToast} /> : (plan ?? <WaitingPlan />)}
      </SettingsCard>
      <OwnSessions />
      <ZoomLinks onDone={showToast} />
      <OwnData onDone={showToast} />
      <SettingsCard
        title="Delete account"
        hint="Permanently deletes your profile and personal data. You may want to download your data first."
      >
        <Button look="danger" className="justify-self-start" onClick={() => openModal("deletion")}>
          Delete account...
        </Button>
      </SettingsCard>
    </section>
  );
}
