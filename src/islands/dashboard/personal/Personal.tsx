import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/profile-facts.ts";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { listLearningFacts, listPersonalFacts } from "./facts.ts";
import { SlotsPanel } from "./SlotsPanel.tsx";

const t = getTexts("profileFacts");

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
        <SlotsPanel profile={profile} onManage={() => openModal("slots")} />
      )}
    </section>
  );
}
