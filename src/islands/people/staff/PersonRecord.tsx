import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ActionList } from "#islands/staff/shared/ActionList.tsx";
import { Badge } from "#islands/staff/shared/Badge.tsx";
import { RecordError } from "#islands/staff/shared/RecordError.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { nameStoredCountry } from "#lib/people/people.labels.ts";
import { staffPersonOptions } from "#lib/people/staff-people.queries.ts";
import type { StaffPerson } from "#lib/people/staff-people.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { labelLanguage } from "#lib/text/display-names.ts";
import { getTexts } from "#translations/staff-people.ts";
import { PersonDecisions } from "./PersonDecisions.tsx";
import { PersonState } from "./PersonState.tsx";
import { ViewAs } from "./ViewAs.tsx";

const t = getTexts("staffPeople");

interface PersonRecordProps {
  userId: string;
  /** Whether the member of staff may suspend and warn. */
  mayDecide: boolean;
  /** Whether they may view the site as the person. */
  mayView: boolean;
  /** Whether they may open payments. */
  mayOpenPayments: boolean;
}

/** A person with their history. */
export default function PersonRecord({ userId, ...permissions }: PersonRecordProps) {
  const result = useQuery(staffPersonOptions(userId), queryClient);
  if (result.isPending) return <Loading label={t("loading")} />;
  if (result.isError) return <RecordError query={result} list="/staff/people" />;
  const person = result.data;
  return (
    <div className="grid gap-6">
      <Head person={person} {...permissions} />
      <Figures person={person} />
      <div className="grid gap-6 xl:grid-cols-2">
        {person.role === "student" && <Enrollments person={person} />}
        {person.role === "teacher" && <Courses person={person} />}
        <Sessions person={person} />
      </div>
      <ActionList title={t("section.actions")} actions={person.actions} none={t("noActions")} />
    </div>
  );
}

interface HeadProps extends Omit<PersonRecordProps, "userId"> {
  person: StaffPerson;
}

function Head({ person, mayDecide, mayView, mayOpenPayments }: HeadProps) {
  const { suspension } = person;
  return (
    <div className="panel grid gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <Badge>{t(`role.${person.role ?? "none"}`)}</Badge>
            {person.staffRole && <Badge kind="good">{t("staff")}</Badge>}
            <PersonState person={person} />
          </div>
          <p className="break-all">{person.email}</p>
          <p className="muted text-xs break-all">{person._id}</p>
        </div>
        {!person.staffRole && (
          <div className="flex flex-wrap gap-2">
            {mayView && <ViewAs person={person} />}
            {mayDecide && <PersonDecisions person={person} />}
          </div>
        )}
      </div>
      {suspension && (
        <p className="rounded-field border border-warning bg-warning/10 p-3 text-sm">
          <strong>{t("reasonLabel")}</strong> <bdi>{suspension.reason}</bdi>
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {person.profileId && person.role && (
          <a className="link" href={localizePath(`/${person.role}s/${person.profileId}`)}>
            {t("publicProfile")}
          </a>
        )}
        {mayDecide && person.role === "teacher" && (
          <a className="link" href={localizePath(`/staff/teachers/${person.profileId}`)}>
            {t("openReview")}
          </a>
        )}
        <a className="link" href={localizePath(`/staff/cases?view=all&search=${person._id}`)}>
          {t("casesAbout")}
        </a>
        {mayOpenPayments && (
          <a className="link" href={localizePath(`/staff/payments?search=${person._id}`)}>
            {t("openPayments")}
          </a>
        )}
        {mayOpenPayments && person.premium && (
          <a className="link" href={localizePath(`/staff/payments/premium?search=${person._id}`)}>
            {t("openPremium")}
          </a>
        )}
      </p>
    </div>
  );
}

function Figures({ person }: { person: StaffPerson }) {
  const { payments, premium } = person;
  const facts: [string, ReactNode][] = [
    [t("fact.joined"), <LocalTime key="joined" instant={person.joinedAt} />],
    [t("fact.country"), person.country ? nameStoredCountry(person.country) : "–"],
    [t("fact.timeZone"), person.timeZone ?? "–"],
    [t("fact.language"), labelLanguage(person.language)],
    [
      t("fact.payments"),
      t("paymentFigures", {
        count: payments.count,
        paid: money(payments.paidCents),
        refunded: money(payments.refundedCents),
      }),
    ],
    ...(premium ? [[t("fact.premium"), describePremium(premium)] as [string, ReactNode]] : []),
    [t("fact.messages"), String(person.messages)],
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

function describePremium(premium: NonNullable<StaffPerson["premium"]>): string {
  const { count, paidCents, refundedCents, disputed } = premium;
  const paid = t("paymentFigures", {
    count,
    paid: money(paidCents),
    refunded: money(refundedCents),
  });
  return disputed === 0 ? paid : `${paid} · ${t("premiumDisputes", { count: disputed })}`;
}

const money = (cents: number): string => formatExactPrice(cents / 100);

function Section({
  title,
  none,
  children,
}: {
  title: string;
  none: string;
  children: ReactNode[];
}) {
  return (
    <section className="panel grid content-start gap-3 p-5">
      <h2 className="font-semibold">{title}</h2>
      {children.length > 0 ? (
        <ul className="grid gap-3 text-sm">{children}</ul>
      ) : (
        <p className="muted text-sm">{none}</p>
      )}
    </section>
  );
}

/** On phones, all rows have two lines, so that they look alike. */
const rowStyle = "grid gap-1 sm:flex sm:items-center sm:justify-between sm:gap-4";

function Enrollments({ person }: { person: StaffPerson }) {
  return (
    <Section title={t("section.enrollments")} none={t("noEnrollments")}>
      {person.enrollments.map((seat) => (
        <li key={seat._id} className={rowStyle}>
          <a className="link link-hover" href={localizePath(`/staff/courses/${seat.courseId}`)}>
            <bdi>{seat.title}</bdi>
          </a>
          <span className="flex shrink-0 items-center gap-2">
            <span className="tabular">{money(seat.amountCents)}</span>
            <Badge kind={seat.status === "enrolled" ? "good" : "neutral"}>
              {describeSeat(seat.status)}
            </Badge>
          </span>
        </li>
      ))}
    </Section>
  );
}

function Courses({ person }: { person: StaffPerson }) {
  return (
    <Section title={t("section.courses")} none={t("noCourses")}>
      {person.courses.map((course) => (
        <li key={course._id} className={rowStyle}>
          <a className="link link-hover" href={localizePath(`/staff/courses/${course._id}`)}>
            <bdi>{course.title}</bdi>
          </a>
          <span className="flex shrink-0 items-center gap-2">
            <span className="muted">{t("students", { count: course.students })}</span>
            {course.isHidden ? (
              <Badge kind="warning">{t("hidden")}</Badge>
            ) : (
              <Badge kind={course.status === "published" ? "good" : "neutral"}>
                {describeCourse(course.status)}
              </Badge>
            )}
          </span>
        </li>
      ))}
    </Section>
  );
}

function Sessions({ person }: { person: StaffPerson }) {
  return (
    <Section title={t("section.sessions")} none={t("noSessions")}>
      {person.sessions.map((session) => (
        <li key={session._id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {t("lastUsed")} <LocalTime instant={session.lastUsedAt} />
            </span>
            <Badge kind={session.endedAt ? "neutral" : "good"}>
              {session.endedAt ? t("sessionEnded") : t("sessionActive")}
            </Badge>
          </span>
          <span className="muted text-xs break-words">{session.userAgent ?? ""}</span>
        </li>
      ))}
    </Section>
  );
}

const seatStatuses = ["held", "enrolled", "left", "refunded", "expired"] as const;
const courseStatuses = ["draft", "published", "archived"] as const;

// A status that was added later is shown as it is stored.
function describeSeat(status: string): string {
  const known = seatStatuses.find((each) => each === status);
  return known ? t(`enrollmentStatus.${known}`) : status;
}

function describeCourse(status: string): string {
  const known = courseStatuses.find((each) => each === status);
  return known ? t(`courseStatus.${known}`) : status;
}
