import { Badge } from "#islands/staff/shared/Badge.tsx";
import type { ListedCase } from "#lib/cases/cases.responses.ts";
import { getTexts } from "#translations/staff-cases.ts";

const t = getTexts("staffCases");

const kinds = {
  open: "info",
  waiting: "warning",
  decided: "neutral",
  closed: "neutral",
} as const;

/** The subject and the state of a case. */
export function CaseBadges({ row }: { row: ListedCase }) {
  return (
    <span className="flex flex-wrap gap-1">
      {row.urgent && <Badge kind="urgent">{t("urgent")}</Badge>}
      {row.isAppealed && <Badge kind="warning">{t("appealed")}</Badge>}
      <Badge kind={kinds[row.status]}>{t(`status.${row.status}`)}</Badge>
      <Badge>{t(`subject.${row.subjectKind}`)}</Badge>
    </span>
  );
}
