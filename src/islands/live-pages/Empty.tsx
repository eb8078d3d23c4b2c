import { Button } from "#islands/ui/Button.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "./live-context.ts";

/** Shown before anything is shared: the lead chooses a passage, and everyone else waits. */
export function Empty({ onShare }: { onShare: () => void }) {
  const t = getTexts("livePages");
  const { isLead, facts } = useLive();
  // A notice says that nothing can be shared.
  if (facts.isCanceled) return null;
  if (!isLead) {
    return <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>;
  }
  return (
    <EmptyState title={t("emptyTitle")} action={<Button onClick={onShare}>{t("share")}</Button>}>
      {t("emptyLead")}
    </EmptyState>
  );
}
