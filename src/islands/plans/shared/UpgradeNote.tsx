import { planLimits } from "#lib/plans/plan-limits.ts";
import { plansPath } from "#lib/plans/plans.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/plans.ts";

interface UpgradeNoteProps {
  /** The feature that the person wanted to use. */
  feature: "annotations" | "collections" | "wordStudy" | "loops";
}

/**
 * Says that a feature is part of the premium plan, with a link to the plans. Inside the meeting
 * service's app there is no link, because nothing may be sold there.
 */
export function UpgradeNote({ feature }: UpgradeNoteProps) {
  const t = getTexts("plans");
  return (
    <aside className="grid gap-1 rounded-box border border-base-300 bg-base-200 p-3 text-sm">
      <p className="font-medium">
        {t(`note.${feature}`, { annotations: planLimits.free.annotations ?? 0 })}
      </p>
      {feature === "annotations" && <p>{t("note.kept")}</p>}
      <p className="unsold:hidden">
        <a className="link py-0.5" href={localizePath(plansPath)}>
          {t("note.see")}
        </a>
      </p>
    </aside>
  );
}
