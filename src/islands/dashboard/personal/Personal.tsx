import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { listLearningFacts, listPersonalFacts } from "./facts.ts";
import { SlotsPanel } from "./SlotsPanel.tsx";

interface PersonalProps extends Pick<Dashboard, "openModal"> {
  profile: Profile;
  user: SessionUser;
}

/** The Personal tab: the person's profile. */
export function Personal({ profile, user, openModal }: PersonalProps) {
  return (
    <section className="grid gap-5">
      <TabHead title="Personal">
        <Button look="quiet" onClick={() => openModal("profile")}>
          <Icon name="pencil" />
          Edit Profile
        </Button>
      </TabHead>
      <FactsPanel
        title="Personal Information"
        facts={listPersonalFacts(profile, profile.email || user.email)}
      />
      <FactsPanel title="Quran Learning" facts={listLearningFacts(profile)} />
      {profile.role === "teacher" && (
        <SlotsPanel profile={profile} onManage={() => openModal("slots")} />
      )}
    </section>
  );
}
