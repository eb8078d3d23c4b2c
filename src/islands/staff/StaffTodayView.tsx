import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { isFindingKind } from "#lib/payments/finding-kinds.ts";
import { formatExactPrice, formatMoney } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { staffTodayOptions } from "#lib/staff/staff.queries.ts";
import type { StaffToday } from "#lib/staff/staff.responses.ts";
import { fewRecoveryCodes, staffSignInPath } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/staff.ts";
import { FailedJobs } from "./FailedJobs.tsx";
import { SanctionedAccounts } from "./SanctionedAccounts.tsx";

const t = getTexts("staff");

/** What requires the member of staff to act today, depending on their role. */
export default function StaffTodayView() {
  const result = useQuery(staffTodayOptions(), queryClient);
  if (result.isPending) return <Loading label={t("table.loading")} />;
  if (result.isError) return <QueryError query={result} />;
  const { recoveryCodesLeft, sanctioned, people, money } = result.data;
  return (
    <div className="grid gap-6">
      <FewRecoveryCodes left={recoveryCodesLeft} />
      <SanctionedAccounts sanctioned={sanctioned} mayOpenPeople={people !== null} />
      {people && <PeopleFigures people={people} />}
      {money && <MoneyLists money={money} mayOpenPeople={people !== null} />}
    </div>
  );
}

/** Someone who loses the second factor and has no recovery codes can't open the console. */
function FewRecoveryCodes({ left }: { left: number }) {
  if (left > fewRecoveryCodes) return null;
  return (
    <Alert kind="warning">
      <p>{left === 0 ? t("signIn.noCodesLeft") : t("today.fewCodes", { count: left })}</p>
      <p>
        <a className="link" href={localizePath(staffSignInPath)}>
          {t("signIn.newCodes")}
        </a>
      </p>
    </Alert>
  );
}

function PeopleFigures({ people }: { people: NonNullable<StaffToday["people"]> }) {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure
          label={t("today.cases")}
          value={people.pendingCases}
          href="/staff/cases"
          className="max-sm:col-span-2"
        />
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
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
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
  className?: string;
}

/** The numbers of one row are on one line, however long their labels are. */
function Figure({ label, value, href, isUrgent = false, className = "" }: FigureProps) {
  return (
    <a
      className={`panel grid grid-rows-[1fr_auto] gap-1 p-5 hover:border-secondary ${className}`}
      href={localizePath(href)}
    >
      <span className="muted text-sm">{label}</span>
      <span className={`tabular text-3xl font-semibold ${isUrgent ? "text-error" : ""}`}>
        {value}
      </span>
    </a>
  );
}

function MoneyLists({ money, mayOpenPeople }: { money: Money; mayOpenPeople: boolean }) {
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        <List title={t("today.disputes")} none={t("today.noDisputes")}>
          {[
            ...money.disputes.map((dispute) => (
              <DisputeEntry
                key={dispute._id}
                dispute={dispute}
                link={<PaymentLink paymentId={dispute.paymentId} course={dispute.course} />}
                person={dispute.teacher}
              />
            )),
            ...money.planDisputes.map((dispute) => (
              <DisputeEntry
                key={dispute._id}
                dispute={dispute}
                link={<PremiumLink invoiceId={dispute._id} />}
                person={dispute.person}
              />
            )),
          ]}
        </List>
        <List title={t("today.findings")} none={t("today.noFindings")}>
          {money.findings.map((finding) => (
            <li key={finding._id} className="grid gap-0.5">
              <FindingTitle finding={finding} />
              <bdi className="muted break-words">{finding.details}</bdi>
              <span className="muted text-xs break-all">
                <bdi>{finding.subjectId}</bdi> · <LocalTime instant={finding.at} />
              </span>
            </li>
          ))}
        </List>
        <List title={t("today.failedPayouts")} none={t("today.noFailedPayouts")}>
          {money.failedPayouts.map((payout) => (
            <li key={payout._id} className="grid gap-0.5">
              <span className="flex justify-between gap-4">
                <PayoutTitle payout={payout} isLink={mayOpenPeople} />
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
              <span className="flex justify-between gap-4">
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
      <FailedJobs failed={money.failedJobs} />
    </>
  );
}

type Money = NonNullable<StaffToday["money"]>;

/** The problem, with a link to the payment if it is about one. */
function FindingTitle({ finding: { kind, subjectId } }: { finding: Money["findings"][number] }) {
  const title = isFindingKind(kind) ? t(`today.finding.${kind}`) : kind;
  if (!subjectId.startsWith("pay_")) return <span className="font-medium">{title}</span>;
  return (
    <a
      className="link justify-self-start font-medium"
      href={localizePath(`/staff/payments/${subjectId}`)}
    >
      {title}
    </a>
  );
}

/** The teacher whose bank returned a payout. */
function PayoutTitle({
  payout,
  isLink,
}: {
  payout: Money["failedPayouts"][number];
  isLink: boolean;
}) {
  const { teacherId, teacher, _id } = payout;
  if (!isLink || teacherId === null) return <bdi className="font-medium">{teacher ?? _id}</bdi>;
  return (
    <a className="link font-medium" href={localizePath(`/staff/people/${teacherId}`)}>
      <bdi>{teacher}</bdi>
    </a>
  );
}

interface DisputeEntryProps {
  dispute: { amountCents: number; dueBy: string | null };
  link: ReactNode;
  person: string;
}

function DisputeEntry({ dispute: { amountCents, dueBy }, link, person }: DisputeEntryProps) {
  return (
    <li className="grid gap-0.5">
      <span className="flex justify-between gap-4">
        {link}
        <span className="tabular">{formatExactPrice(amountCents / 100)}</span>
      </span>
      <span className="muted">
        <bdi>{person}</bdi>
        {dueBy && (
          <>
            {" · "}
            {t("today.due")} <LocalTime instant={dueBy} />
          </>
        )}
      </span>
    </li>
  );
}

function PremiumLink({ invoiceId }: { invoiceId: string }) {
  const path = `/staff/payments/premium?search=${encodeURIComponent(invoiceId)}`;
  return (
    <a className="link font-medium" href={localizePath(path)}>
      {t("today.premium")}
    </a>
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
