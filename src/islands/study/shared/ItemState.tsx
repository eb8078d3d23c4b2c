import { planLimits } from "#lib/plans/plan-limits.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import { getTexts } from "#translations/study.ts";

/** Indicates that an item exists only on this device. */
export function ItemState({ item }: { item: Pick<LocalItem, "state"> }) {
  const t = getTexts("study");
  if (item.state === "saved") return null;
  if (item.state === "waiting") return <p className="muted text-xs">{t("waiting")}</p>;
  // Where nothing may be sold, plans aren't mentioned either.
  const sells = !("noSales" in document.documentElement.dataset);
  if (!sells && (item.state === "annotations" || item.state === "collections")) {
    return <p className="text-xs">{t(`notSavedHere_${item.state}`)}</p>;
  }
  return (
    <p className="text-xs">
      {item.state === "annotations"
        ? t("notSaved_annotations", { count: planLimits.free.annotations ?? 0 })
        : t(`notSaved_${item.state}`)}
    </p>
  );
}
