import { deferPart } from "#islands/ui/deferred.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "./live-context.ts";

const PassagePicker = deferPart(
  async () => (await import("./lead/PassagePicker.tsx")).PassagePicker,
);

/** Before anything is shared: the lead chooses a passage, and everyone else waits. */
export function Empty() {
  const t = getTexts("livePages");
  const { isLead, session, facts } = useLive();
  if (!isLead || facts.isCanceled) {
    return <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>;
  }
  return (
    <section className="panel live-first" aria-labelledby="live-first">
      <h2 id="live-first" className="text-xl">
        {t("share")}
      </h2>
      <p className="muted text-sm">{t("emptyLead")}</p>
      <PassagePicker onChoose={(passage) => void session.send({ command: "share", ...passage })} />
    </section>
  );
}
