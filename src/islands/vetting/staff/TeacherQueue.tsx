import { useMemo } from "react";
import { NoValue } from "#islands/staff/shared/NoValue.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { viewFilter } from "#islands/staff/shared/TableControls.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { localizePath } from "#lib/site/locale.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import type { ListedVetting } from "#lib/vetting/vetting.responses.ts";
import { vettingFilters, vettingViews } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/staff-vetting.ts";
import { VettingBadges } from "./VettingBadges.tsx";

const t = getTexts("staffVetting");

const listColumns = (): StaffColumn<ListedVetting>[] => [
  {
    id: "name",
    label: t("column.name"),
    isSortable: true,
    cell: ({ _id, name }) => (
      <a className="link link-hover wrap-anywhere" href={localizePath(`/staff/teachers/${_id}`)}>
        <bdi>{name}</bdi>
      </a>
    ),
  },
  { id: "status", label: t("column.status"), cell: (row) => <VettingBadges row={row} /> },
  {
    id: "submittedAt",
    label: t("column.submittedAt"),
    isSortable: true,
    cell: ({ submittedAt }) => (submittedAt ? <LocalTime instant={submittedAt} /> : <NoValue />),
  },
  {
    id: "verifiedUntil",
    label: t("column.verifiedUntil"),
    isSortable: true,
    cell: ({ verifiedUntil }) => (verifiedUntil ? formatCalendarDate(verifiedUntil) : <NoValue />),
  },
  {
    id: "documents",
    label: t("column.documents"),
    isNumber: true,
    isSecondary: true,
    cell: (row) => row.documents,
  },
  {
    id: "courses",
    label: t("column.courses"),
    isSecondary: true,
    isNumber: true,
    cell: (row) => row.publishedCourses,
  },
];

const [view] = vettingFilters;

/** The teachers who wait for a review, and on request all others. */
export default function TeacherQueue() {
  const columns = useMemo(listColumns, []);
  return (
    <StaffTable<ListedVetting>
      section="/teachers"
      caption={t("title")}
      columns={columns}
      rowId={({ _id }) => _id}
      searchHint={t("searchHint")}
      emptyTitle={t("none")}
      emptyText={t("noneText")}
      filters={[viewFilter(view, t("view.label"), vettingViews, (each) => t(`view.${each}`))]}
    />
  );
}
