import type { ClassView } from "#lib/classes/classes.responses.ts";
import { getTexts } from "#translations/classes.ts";

const t = getTexts("classes");

/** Whether the student attended a class that has started. */
export function AttendanceBadge({ shown }: { shown: ClassView }) {
  if (shown.isCancelled || shown.attended === undefined) return null;
  if (shown.attended) return <span className="badge badge-sm badge-success">{t("attended")}</span>;
  return <span className="badge badge-sm badge-warning">{t("missed")}</span>;
}
