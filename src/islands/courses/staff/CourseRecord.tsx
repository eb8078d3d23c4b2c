import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { CaseBadges } from "#islands/cases/shared/CaseBadges.tsx";
import { ActionList } from "#islands/staff/shared/ActionList.tsx";
import { Badge } from "#islands/staff/shared/Badge.tsx";
import { RecordError } from "#islands/staff/shared/RecordError.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { staffCourseOptions } from "#lib/courses/staff-courses.queries.ts";
import type { StaffCourse } from "#lib/courses/staff-courses.responses.ts";
import { formatExactPrice, formatPlainPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/staff-course.ts";
import { getTexts as getListTexts } from "#translations/staff-courses.ts";
import { PublicationState } from "./CourseState.tsx";
import { CourseText } from "./CourseText.tsx";
import { VisibilityDialog } from "./VisibilityDialog.tsx";

const t = getTexts("staffCourse");
const list = getListTexts("staffCourses");

const money = (cents: number): string => formatExactPrice(cents / 100);

interface CourseRecordProps {
  courseId: string;
  /** Whether the member of staff may hide and show courses. */
  mayDecide: boolean;
  /** Whether they may open payments. */
  mayOpenPayments: boolean;
}

/** A course in any state, with what staff need to decide about it. */
export default function CourseRecord({ courseId, ...permissions }: CourseRecordProps) {
  const result = useQuery(staffCourseOptions(courseId), queryClient);
  if (result.isPending) return <Loading label={t("loading")} />;
  if (result.isError) return <RecordError query={result} list="/staff/courses" />;
  const course = result.data;
  return (
    <div className="grid gap-6">
      <Head course={course} {...permissions} />
      <Facts course={course} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CourseText course={course} />
        <div className="grid content-start gap-6">
          <Cases course={course} />
          <Students course={course} />
          <ActionList title={t("section.actions")} actions={course.actions} none={t("noActions")} />
        </div>
      </div>
    </div>
  );
}

interface HeadProps extends Omit<CourseRecordProps, "courseId"> {
  course: StaffCourse;
}

function Head({ course, mayDecide, mayOpenPayments }: HeadProps) {
  const [isOpen, setOpen] = useState(false);
  const { _id, hidden, status, canceledAt, isPublic } = course;
  return (
    <div className="panel grid gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <PublicationState status={status} />
            {hidden && <Badge kind="warning">{list("state.hidden")}</Badge>}
            {canceledAt && <Badge>{t("canceled")}</Badge>}
          </div>
          <p className="muted text-xs break-all">{_id}</p>
        </div>
        {mayDecide && (
          <Button look="quiet" onClick={() => setOpen(true)}>
            {list(hidden ? "show" : "hide")}
          </Button>
        )}
      </div>
      {hidden && (
        <p className="rounded-field border border-warning bg-warning/10 p-3 text-sm">
          <strong>
            {t("hiddenSince")} <LocalTime instant={hidden.since} />:
          </strong>{" "}
          <bdi>{hidden.reason}</bdi>
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {isPublic && (
          <a className="link" href={localizePath(`/courses/${_id}`)}>
            {t("publicPage")}
          </a>
        )}
        {mayOpenPayments && (
          <a className="link" href={localizePath(`/staff/payments?search=${_id}`)}>
            {list("payments")}
          </a>
        )}
      </p>
      <VisibilityDialog course={course} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function Facts({ course }: { course: StaffCourse }) {
  const { teacher, students, maxStudents, heldSeats, payments, startDate, endDate } = course;
  const facts: [string, ReactNode][] = [
    [
      list("column.teacher"),
      <a key="teacher" className="link" href={localizePath(`/staff/people/${teacher.userId}`)}>
        <bdi>{teacher.name}</bdi>
      </a>,
    ],
    [t("fact.seats"), t("seatFigures", { students, maxStudents, held: heldSeats })],
    [
      t("fact.payments"),
      t("paymentFigures", {
        count: payments.count,
        paid: money(payments.paidCents),
        refunded: money(payments.refundedCents),
      }),
    ],
    [list("column.price"), formatPlainPrice(course.price)],
    [t("fact.dates"), `${formatCalendarDate(startDate)} – ${formatCalendarDate(endDate)}`],
    [list("column.created"), <LocalTime key="created" instant={course.createdAt} />],
  ];
  return (
    <dl className="panel grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="muted text-xs">{name}</dt>
          <dd className="text-sm font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({ title, none, rows }: { title: string; none: string; rows: ReactNode[] }) {
  return (
    <section className="panel grid content-start gap-3 p-5">
      <h2 className="font-semibold">{title}</h2>
      {rows.length > 0 ? (
        <ul className="grid gap-3 text-sm">{rows}</ul>
      ) : (
        <p className="muted text-sm">{none}</p>
      )}
    </section>
  );
}

function Cases({ course }: { course: StaffCourse }) {
  return (
    <Section
      title={t("section.cases")}
      none={t("noCases")}
      rows={course.cases.map((row) => (
        <li key={row._id} className="grid gap-1">
          <a
            className="link link-hover line-clamp-2 wrap-anywhere"
            dir="auto"
            href={localizePath(`/staff/cases/${row._id}`)}
          >
            {row.title || course.title}
          </a>
          <CaseBadges row={row} />
          <span className="muted text-xs">
            {t("reports", { count: row.reports })} · <LocalTime instant={row.openedAt} />
          </span>
        </li>
      ))}
    />
  );
}

function Students({ course: { seats } }: { course: StaffCourse }) {
  return (
    <Section
      title={t("section.students")}
      none={t("noStudents")}
      rows={seats.map(({ _id, student, status, amountCents }) => (
        <li key={_id} className="grid gap-1 sm:flex sm:items-center sm:justify-between sm:gap-4">
          <a className="link link-hover" href={localizePath(`/staff/people/${student.userId}`)}>
            <bdi>{student.name}</bdi>
          </a>
          <span className="flex items-center gap-2">
            <span className="tabular">{money(amountCents)}</span>
            <Badge>{describeSeat(status)}</Badge>
          </span>
        </li>
      ))}
    />
  );
}

const seatStatuses = ["held", "enrolled", "left", "refunded", "expired"] as const;

// A status that was added later is shown as it is stored.
function describeSeat(status: string): string {
  const known = seatStatuses.find((each) => each === status);
  return known ? t(`seat.${known}`) : status;
}
