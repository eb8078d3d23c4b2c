import { useMemo, useState } from "react";
import { Badge } from "#islands/staff/shared/Badge.tsx";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { changeCourseVisibility } from "#lib/courses/staff-courses.calls.ts";
import type { StaffCourseRow } from "#lib/courses/staff-courses.responses.ts";
import { staffCourseFilters, staffCourseStates } from "#lib/courses/staff-courses.ts";
import { formatPlainPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/staff-courses.ts";

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
      <a className="link link-hover font-medium" href={localizePath(`/courses/${_id}`)}>
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
  const change = chosen?.hidden ? "show" : "hide";
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
      <ReasonDialog
        open={isOpen}
        title={t(`${change}Title`, { title: chosen?.title ?? "" })}
        text={t(`${change}Text`)}
        action={t(change)}
        isDangerous={change === "hide"}
        onClose={() => setOpen(false)}
        onDecide={(reason) => changeCourseVisibility(chosen?._id ?? "", change, reason)}
      />
    </>
  );
}

function CourseState({ course }: { course: StaffCourseRow }) {
  if (course.hidden) {
    return (
      <span className="grid gap-1">
        <Badge kind="warning">{t("state.hidden")}</Badge>
        <bdi className="muted text-xs">{course.hidden.reason}</bdi>
      </span>
    );
  }
  const known = staffCourseStates.find((state) => state === course.status);
  return (
    <Badge kind={known === "published" ? "good" : "neutral"}>
      {known ? t(`state.${known}`) : course.status}
    </Badge>
  );
}
