import { reportHref } from "#lib/cases/report-link.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/classes.ts";

const t = getTexts("classes");

/** Links to the form where a student reports a class to staff. */
export function ReportLink({ shown }: { shown: ClassView }) {
  return (
    <a
      className="btn btn-sm btn-ghost"
      rel="nofollow"
      href={localizePath(reportHref("class", shown._id))}
      aria-label={t("reportOf", { number: shown.number })}
    >
      {t("report")}
    </a>
  );
}
