import { useMemo } from "react";
import { NoValue } from "#islands/staff/shared/NoValue.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { viewFilter } from "#islands/staff/shared/TableControls.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { ListedCase } from "#lib/cases/cases.responses.ts";
import { caseFilters, caseKinds, caseViews } from "#lib/cases/cases.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { CaseBadges } from "../shared/CaseBadges.tsx";
import { PersonLink } from "./PersonLink.tsx";

const t = getTexts("staffCases");

const listColumns = (): StaffColumn<ListedCase>[] => [
  {
    id: "title",
    label: t("column.title"),
    isSortable: true,
    cell: (row) => (
      <span className="grid gap-1">
        <a
          className="link link-hover line-clamp-2 wrap-anywhere"
          dir="auto"
          href={localizePath(`/staff/cases/${row._id}`)}
        >
          {row.title || t(`subject.${row.subjectKind}`)}
        </a>
        <CaseBadges row={row} />
      </span>
    ),
  },
  {
    id: "about",
    label: t("column.about"),
    cell: ({ about }) => (about ? <PersonLink person={about} isInTable /> : <NoValue />),
  },
  {
    id: "assignee",
    label: t("column.assignee"),
    cell: ({ assignee }) =>
      assignee ? <bdi>{assignee.name}</bdi> : <span className="muted">{t("nobody")}</span>,
  },
  {
    id: "reports",
    label: t("column.reports"),
    isNumber: true,
    isSecondary: true,
    cell: ({ reports }) => reports,
  },
  {
    id: "openedAt",
    label: t("column.openedAt"),
    isSortable: true,
    cell: ({ openedAt }) => <LocalTime instant={openedAt} />,
  },
];

const [view, kind] = caseFilters;

/** The cases of the console. */
export default function CaseList() {
  const columns = useMemo(listColumns, []);
  return (
    <StaffTable<ListedCase>
      section="/cases"
      caption={t("title")}
      columns={columns}
      rowId={({ _id }) => _id}
      searchHint={t("searchHint")}
      emptyTitle={t("none")}
      emptyText={t("noneText")}
      filters={[
        viewFilter(view, t("view.label"), caseViews, (each) => t(`view.${each}`)),
        {
          name: kind,
          label: t("kind.label"),
          options: caseKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
      ]}
    />
  );
}
