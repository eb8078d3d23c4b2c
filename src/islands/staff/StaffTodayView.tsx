import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice, formatMoney } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { staffTodayOptions } from "#lib/staff/staff.queries.ts";
import type { StaffToday } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

/** What needs a person today, for the member of staff's role. */
export default function StaffTodayView() {
  const result = useQuery(staffTodayOptions(), queryClient);
  if (result.isPending) return <Loading label={t("table.loading")} />;
  if (result.isError) return <QueryError query={result} />;
  const { people, money } = result.data;
  return (
    <div className="grid gap-6">
      {people && <PeopleFigures people={people} />}
      {money && <Money money={money} />}
    </div>
  );
}

function PeopleFigures({ people }: { people: NonNullable<StaffToday["people"]> }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure label={t("today.cases")} value={people.pendingCases} href="/staff/cases" />
        <Figure
          label={t("today.urgentCases")}
          value={people.urgentCases}
          href="/staff/cases?view=urgent"
          isUrgent={people.urgentCases > 0}
        />
        <Figure
          label={t("today.submittedTeachers")}
          value={people.submittedTeachers}
          href="/staff/teachers"
        />
      </div>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        <Figure
          label={t("today.newPeople")}
          value={people.newPeople}
          href="/staff/people?sort=-joined"
        />
        <Figure
          label={t("today.unverified")}
          value={people.unverifiedTeachers}
          href="/staff/teachers?view=all"
        />
        <Figure
          label={t("today.suspended")}
          value={people.suspended}
          href="/staff/people?state=suspended"
        />
        <Figure
          label={t("today.hidden")}
          value={people.hiddenCourses}
          href="/staff/courses?status=hidden"
        />
      </div>
    </div>
  );
}

interface FigureProps {
  label: string;
  value: number;
  href: string;
  isUrgent?: boolean;
}

function Figure({ label, value, href, isUrgent = false }: FigureProps) {
  return (
    <a className="panel grid gap-1 p-5 hover:border-secondary" href={localizePath(href)}>
      <span className="muted text-sm">{label}</span>
      <span className={`tabular text-3xl font-semibold ${isUrgent ? "text-error" : ""}`}>
        {value}
      </span>
    </a>
  );
}

function Money({ money }: { money: NonNullable<StaffToday["money"]> }) {
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        <List title={t("today.disputes")} none={t("today.noDisputes")}>
          {money.disputes.map((dispute) => (
            <li key={dispute._id} className="grid gap-0.5">
              <span className="flex flex-wrap justify-between gap-2">
                <PaymentLink paymentId={dispute.paymentId} course={dispute.course} />
                <span className="tabular">{formatExactPrice(dispute.amountCents / 100)}</span>
              </span>
              <span className="muted">
                <bdi>{dispute.teacher}</bdi>
                {dispute.dueBy && (
                  <>
                    {" · "}
                    {t("today.due")} <LocalTime instant={dispute.dueBy} />
                  </>
                )}
              </span>
            </li>
          ))}
        </List>
        <List title={t("today.findings")} none={t("today.noFindings")}>
          {money.findings.map((finding) => (
            <li key={finding._id} className="grid gap-0.5">
              <span className="font-medium">{finding.kind}</span>
              <span className="muted break-words" dir="auto">
                {finding.details}
              </span>
              <span className="muted text-xs break-all">{finding.subjectId}</span>
            </li>
          ))}
        </List>
        <List title={t("today.failedPayouts")} none={t("today.noFailedPayouts")}>
          {money.failedPayouts.map((payout) => (
            <li key={payout._id} className="grid gap-0.5">
              <span className="flex flex-wrap justify-between gap-2">
                <bdi className="font-medium">{payout.teacher ?? payout._id}</bdi>
                <span className="tabular">{formatMoney(payout.amountCents, payout.currency)}</span>
              </span>
              <span className="muted">
                {payout.failure && (
                  <>
                    <bdi>{payout.failure}</bdi>
                    {" · "}
                  </>
                )}
                <LocalTime instant={payout.at} />
              </span>
            </li>
          ))}
        </List>
        <List title={t("today.lostShares")} none={t("today.noLostShares")}>
          {money.lostShares.map((share) => (
            <li key={`${share.paymentId} ${share.at}`} className="grid gap-0.5">
              <span className="flex flex-wrap justify-between gap-2">
                <PaymentLink paymentId={share.paymentId} course={share.course} />
                <span className="tabular">{formatExactPrice(share.amountCents / 100)}</span>
              </span>
              <span className="muted">
                <bdi>{share.teacher}</bdi> · <LocalTime instant={share.at} />
              </span>
            </li>
          ))}
        </List>
      </div>
      <p className="panel p-5 text-sm">
        {money.failedJobs === 0
          ? t("today.noFailedJobs")
          : t("today.failedJobs", { count: money.failedJobs })}
      </p>
    </>
  );
}

function PaymentLink({ paymentId, course }: { paymentId: string; course: string }) {
  return (
    <a className="link font-medium" href={localizePath(`/staff/payments/${paymentId}`)}>
      <bdi>{course}</bdi>
    </a>
  );
}

function List({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
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
