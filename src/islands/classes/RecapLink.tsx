import type { ClassView } from "#lib/classes/classes.responses.ts";
import { recapPath } from "#lib/live-pages/live-pages.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/classes.ts";

const t = getTexts("classes");

/** A link to the recap of a class, if there is one. */
export function RecapLink({ shown }: { shown: ClassView }) {
  if (!shown.hasRecap) return null;
  return (
    <a
      className="btn btn-sm btn-ghost"
      href={localizePath(recapPath(shown._id))}
      aria-label={t("recapOf", { number: shown.number })}
    >
      {t("recap")}
    </a>
  );
}
