import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { introductionPath } from "#lib/introductions/introductions.rules.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/profile-facts.ts";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { listLearningFacts, listPersonalFacts } from "./facts.ts";
import { SlotsPanel } from "./SlotsPanel.tsx";

const t = getTexts("profileFacts");

const linkLook = "btn btn-outline btn-sm border-base-300 hover:border-base-300 hover:bg-base-200";

interface PersonalProps extends Pick<Dashboard, "openModal"> {
  profile: Profile;
  user: SessionUser;
}

/** The Personal tab: the person's profile. */
export function Personal({ profile, user, openModal }: PersonalProps) {
  return (
    <section className="grid gap-5">
      <TabHead title={t("facts.title")}>
        <Button look="quiet" onClick={() => openModal("profile")}>
          <Icon name="pencil" />
          {t("facts.edit")}
        </Button>
      </TabHead>
      <FactsPanel
        title={t("facts.personal")}
        facts={listPersonalFacts(profile, profile.email || user.email)}
      />
      <FactsPanel title={t("facts.learning")} facts={listLearningFacts(profile)} />
      {profile.role === "teacher" && (
        <>
          <PageLink about="introduction" path={introductionPath} />
          <PageLink about="verification" path="/dashboard/verification" />
          <SlotsPanel profile={profile} onManage={() => openModal("slots")} />
        </>
      )}
    </section>
  );
}

interface PageLinkProps {
  about: "introduction" | "verification";
  path: string;
}

/** Leads to a page on which teachers add to their profile. */
function PageLink({ about, path }: PageLinkProps) {
  return (
    <section className="panel flex flex-wrap items-center justify-between gap-3 p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-subheading">{t(`${about}.title`)}</h2>
        <p className="muted text-sm">{t(`${about}.hint`)}</p>
      </div>
      <a className={linkLook} href={localizePath(path)}>
        {t(`${about}.open`)}
      </a>
    </section>
  );
}
