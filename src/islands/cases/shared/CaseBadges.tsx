import type { ListedCase } from "#lib/cases/cases.responses.ts";
import { getTexts } from "#translations/staff-cases.ts";

const t = getTexts("staffCases");

const looks = {
  open: "badge-info",
  waiting: "badge-warning",
  decided: "badge-ghost",
  closed: "badge-ghost",
};

/** The subject and the state of a case. */
export function CaseBadges({ row }: { row: ListedCase }) {
  return (
    <span className="flex flex-wrap gap-1">
      {row.urgent && <span className="badge badge-sm badge-error">{t("urgent")}</span>}
      {row.isAppealed && <span className="badge badge-sm badge-warning">{t("appealed")}</span>}
      <span className={`badge badge-sm ${looks[row.status]}`}>{t(`status.${row.status}`)}</span>
      <span className="badge badge-sm badge-ghost">{t(`subject.${row.subjectKind}`)}</span>
    </span>
  );
}
