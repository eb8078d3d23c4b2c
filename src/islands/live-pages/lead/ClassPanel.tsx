import { Button } from "#islands/ui/Button.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "../live-context.ts";
import { People } from "./People.tsx";
import { ShowChoices } from "./ShowChoices.tsx";
import { TakeLead } from "./TakeLead.tsx";

/** For the host and co-hosts: what is shared, what the class sees, and who is present. */
export function ClassPanel({ onShare }: { onShare: () => void }) {
  const t = getTexts("livePages");
  const { view, session, isLead, facts } = useLive();
  const { state, role, hostId } = view;
  return (
    <div className="live-panel">
      {isLead && state.shared && (
        <section className="grid gap-2">
          <Button look="quiet" onClick={onShare}>
            {t("shareOther")}
          </Button>
          <Button look="plain" onClick={() => void session.send({ command: "stop" })}>
            {t("stop")}
          </Button>
        </section>
      )}
      {!isLead && <TakeLead />}
      {!isLead && role === "cohost" && <p className="muted text-sm">{t("cohostNote")}</p>}
      {isLead && role !== "host" && (
        <Button
          look="quiet"
          onClick={() => void session.send({ command: "lead", profileId: hostId })}
        >
          {t("passLeadToTeacher")}
        </Button>
      )}
      {isLead && !facts.isCanceled && <ShowChoices />}
      <People />
    </div>
  );
}
