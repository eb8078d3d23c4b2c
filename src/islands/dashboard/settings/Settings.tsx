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
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/account-settings.ts";
import { withTexts } from "#translations/load.ts";
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
import { HijriCard } from "./HijriCard.tsx";
import { LanguageCard } from "./LanguageCard.tsx";
import { MeetingServiceCard } from "./MeetingServiceCard.tsx";
import { SettingsCard } from "./SettingsCard.tsx";

const t = getTexts("accountSettings");

interface SettingsProps extends Dashboard {
  profile: Profile;
  user: SessionUser;
  /** The plan as rendered by the server. */
  plan?: ReactNode;
}

const WaitingPlan = () => <Loading label={t("plan.loading")} />;

/** The catalogs of texts would make the first view slow. */
const PlanDetails = deferPart<{ onDone: (message: string) => void }>(
  async () => (await withTexts(import("./plan/PlanDetails.tsx"))).PlanDetails,
  { Waiting: WaitingPlan, isRare: true },
);

/** The Settings tab. */
export function Settings({ profile, user, plan, openModal, showToast }: SettingsProps) {
  const isLater = useLater();
  return (
    <section className="grid gap-4">
      <TabHead title={t("settings")} />
      <AccountFacts profile={profile} email={profile.email || user.email} />
      <div className="panel flex flex-wrap gap-2 p-5">
        <Button look="quiet" onClick={() => openModal("password")}>
          {t("updatePassword")}
        </Button>
        <Button look="quiet" onClick={() => openModal("profile")}>
          <Icon name="pencil" />
          {t("editProfile")}
        </Button>
        {profile.role === "teacher" && (
          <Button look="quiet" onClick={() => openModal("slots")}>
            <Icon name="calendar" />
            {t("manageSchedule")}
          </Button>
        )}
        <a
          className="btn btn-outline border-base-300 hover:border-base-300 hover:bg-base-200"
          href={localizePath("/dashboard/feedback")}
        >
          {t("shareExperience")}
        </a>
        <LogOutButton />
      </div>
      <CalendarCard onDone={showToast} />
      <EmailPreferencesCard onDone={showToast} />
      <LanguageCard onDone={showToast} />
      <HijriCard />
      {profile.role === "student" && isChild(profile.age) && <GuardianCard onDone={showToast} />}
      {profile.role === "teacher" && (
        <SettingsCard title={t("verification.title")} hint={t("verification.hint")}>
          <a
            className="btn btn-outline justify-self-start border-base-300 hover:border-base-300 hover:bg-base-200"
            href={localizePath("/dashboard/verification")}
          >
            {t("verification.open")}
          </a>
        </SettingsCard>
      )}
      {profile.role === "teacher" &&
        meetingServices.map((service) => (
          <MeetingServiceCard key={service.id} service={service} onDone={showToast} />
        ))}
      <SettingsCard title={t("plan.title")} hint={t("plan.hint")} path={planSettingsPath}>
        {isLater ? <PlanDetails onDone={showToast} /> : (plan ?? <WaitingPlan />)}
      </SettingsCard>
      <OwnSessions />
      <ZoomLinks onDone={showToast} />
      <OwnData onDone={showToast} />
      <SettingsCard title={t("deletion.title")} hint={t("deletion.hint")}>
        <Button look="danger" className="justify-self-start" onClick={() => openModal("deletion")}>
          {t("deletion.open")}
        </Button>
      </SettingsCard>
    </section>
  );
}
