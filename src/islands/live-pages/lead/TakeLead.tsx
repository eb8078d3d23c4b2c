import { Button } from "#islands/ui/Button.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "../live-context.ts";

/** For the host and co-hosts: takes the lead from the person who has it. */
export function TakeLead() {
  const t = getTexts("livePages");
  const { view, session, facts } = useLive();
  const { role, profileId } = view;
  if (role === "participant" || facts.isCanceled) return null;
  return (
    <Button onClick={() => void session.send({ command: "lead", profileId })}>
      {role === "host" ? t("takeLeadBack") : t("takeLead")}
    </Button>
  );
}
