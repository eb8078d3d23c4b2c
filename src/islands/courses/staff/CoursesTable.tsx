import { useMemo, useState } from "react";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import type { StaffCourseRow } from "#lib/courses/staff-courses.responses.ts";
import { staffCourseFilters, staffCourseStates } from "#lib/courses/staff-courses.ts";
import { formatPlainPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/staff-courses.ts";
import { CourseState } from "./CourseState.tsx";
import { VisibilityDialog } from "./VisibilityDialog.tsx";

const t = getTexts("staffCourses");

type Choose = (course: StaffCourseRow) => void;

const listColumns = (
  choose: Choose | undefined,
  mayOpenPayments: boolean,
): StaffColumn<StaffCourseRow>[] => [
  {
    id: "title",
    label: t("column.title"),
    isSortable: true,
    cell: ({ _id, title }) => (
      <a className="link link-hover font-medium" href={localizePath(`/staff/courses/${_id}`)}>
        <bdi>{title}</bdi>
      </a>
    ),
  },
  {
    id: "teacher",
    label: t("column.teacher"),
    isSortable: true,
    cell: ({ teacher }) => (
      <a className="link link-hover" href={localizePath(`/staff/people/${teacher.userId}`)}>
        <bdi>{teacher.name}</bdi>
      </a>
    ),
  },
  { id: "state", label: t("column.state"), cell: (course) => <CourseState course={course} /> },
  {
    id: "students",
    label: t("column.students"),
    isSecondary: true,
    isNumber: true,
    cell: ({ students, maxStudents }) => `${students}/${maxStudents}`,
  },
  {
    id: "price",
    label: t("column.price"),
    isSortable: true,
    isNumber: true,
    cell: ({ price }) => formatPlainPrice(price),
  },
  {
    id: "created",
    label: t("column.created"),
    isSecondary: true,
    isSortable: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap" suppressHydrationWarning>
        {formatDate(createdAt, viewerZone())}
      </time>
    ),
  },
  ...(mayOpenPayments
    ? [
        {
          id: "payments",
          label: t("payments"),
          isSecondary: true,
          cell: ({ _id, title }: StaffCourseRow) => (
            <a
              className="link"
              aria-label={t("paymentsOf", { title })}
              href={localizePath(`/staff/payments?search=${_id}`)}
            >
              {t("payments")}
            </a>
          ),
        },
      ]
    : []),
  ...(choose
    ? [
        {
          id: "actions",
          label: t("column.actions"),
          cell: (course: StaffCourseRow) => (
            <Button
              look="quiet"
              className="btn-sm"
              aria-label={t(course.hidden ? "showNamed" : "hideNamed", { title: course.title })}
              onClick={() => choose(course)}
            >
              {course.hidden ? t("show") : t("hide")}
            </Button>
          ),
        },
      ]
    : []),
];

interface CoursesTableProps {
  mayDecide: boolean;
  mayOpenPayments: boolean;
}

/** All courses, which staff hide from public pages and show again. */
export default function CoursesTable({ mayDecide, mayOpenPayments }: CoursesTableProps) {
  const [chosen, setChosen] = useState<StaffCourseRow>();
  const [isOpen, setOpen] = useState(false);
  const columns = useMemo(
    () =>
      listColumns(
        mayDecide
          ? (course) => {
              setChosen(course);
              setOpen(true);
            }
          : undefined,
        mayOpenPayments,
      ),
    [mayDecide, mayOpenPayments],
  );
  return (
    <>
      <StaffTable<StaffCourseRow>
        section="/courses"
        caption={t("title")}
        columns={columns}
        rowId={({ _id }) => _id}
        searchHint={t("searchHint")}
        hasExport={mayDecide}
        filters={[
          {
            name: staffCourseFilters[0],
            label: t("column.state"),
            options: staffCourseStates.map((state) => ({
              value: state,
              label: t(`state.${state}`),
            })),
          },
        ]}
      />
      <VisibilityDialog course={chosen} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
