import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ActionList } from "#islands/staff/shared/ActionList.tsx";
import { RecordError } from "#islands/staff/shared/RecordError.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { staffPaymentOptions } from "#lib/payments/staff-payments.queries.ts";
import type { StaffPayment } from "#lib/payments/staff-payments.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/staff-payment.ts";
import { PaymentStates } from "../shared/PaymentStates.tsx";
import { PaymentHistory } from "./PaymentHistory.tsx";
import { PaymentMovements } from "./PaymentMovements.tsx";
import { StaffDisputes } from "./StaffDisputes.tsx";
import { StaffRefundDialog } from "./StaffRefundDialog.tsx";

const t = getTexts("staffPayment");

const money = (cents: number): string => formatExactPrice(cents / 100);

interface PaymentRecordProps {
  paymentId: string;
  /** Whether the member of staff may open the console's page of the course. */
  mayOpenCourses: boolean;
}

/** A payment with everything that happened to it. */
export default function PaymentRecord({ paymentId, mayOpenCourses }: PaymentRecordProps) {
  const result = useQuery(staffPaymentOptions(paymentId), queryClient);
  if (result.isPending) return <Loading label={t("loading")} />;
  if (result.isError) return <RecordError query={result} list="/staff/payments" />;
  const payment = result.data;
  return (
    <div className="grid gap-6">
      <Head payment={payment} />
      <StaffDisputes payment={payment} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-6">
          <PaymentHistory events={payment.events} />
          <PaymentMovements movements={payment.movements} isShareOwed={payment.isShareOwed} />
        </div>
        <div className="grid content-start gap-6">
          <Facts payment={payment} mayOpenCourses={mayOpenCourses} />
          <References payment={payment} />
          <ActionList title={t("actions")} actions={payment.actions} none={t("noActions")} />
        </div>
      </div>
    </div>
  );
}

function Head({ payment }: { payment: StaffPayment }) {
  const [isOpen, setOpen] = useState(false);
  const { refundedCents, amountCents, refundableCents } = payment;
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="grid gap-2">
        <p className="text-title tabular font-semibold leading-none">{money(amountCents)}</p>
        <PaymentStates payment={payment} />
        {refundedCents > 0 && (
          <p className="muted text-sm">{t("refundedOf", { amount: money(refundedCents) })}</p>
        )}
      </div>
      {refundableCents > 0 && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t("refund.open")}
        </Button>
      )}
      <StaffRefundDialog payment={payment} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel grid content-start gap-3 p-5">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function PersonLink({ person }: { person: StaffPayment["student"] }) {
  return (
    <a className="link" href={localizePath(`/staff/people/${person.userId}`)}>
      <bdi>{person.name}</bdi>
    </a>
  );
}

interface FactsProps extends Pick<PaymentRecordProps, "mayOpenCourses"> {
  payment: StaffPayment;
}

function Facts({ payment, mayOpenCourses }: FactsProps) {
  const { _id, course, student, teacher, receiptNumber, paidAt, createdAt } = payment;
  const isReduced = payment.shareCents + payment.feeCents < payment.amountCents;
  const facts: [string, ReactNode][] = [
    [
      t("fact.course"),
      mayOpenCourses ? (
        <a key="course" className="link" href={localizePath(`/staff/courses/${course._id}`)}>
          <bdi>{course.title}</bdi>
        </a>
      ) : (
        <bdi key="course">{course.title}</bdi>
      ),
    ],
    [t("fact.student"), <PersonLink key="student" person={student} />],
    [t("fact.teacher"), <PersonLink key="teacher" person={teacher} />],
    [t("fact.receipt"), receiptNumber ?? "–"],
    [t("fact.at"), <LocalTime key="at" instant={paidAt ?? createdAt} />],
    [t(isReduced ? "fact.feeLeft" : "fact.fee"), money(payment.feeCents)],
    [t(isReduced ? "fact.shareLeft" : "fact.share"), money(payment.shareCents)],
    [t("fact.id"), <span key="id" className="text-xs break-all">{`${_id}`}</span>],
  ];
  return (
    <Panel title={t("facts")}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="muted text-xs">{name}</dt>
            <dd className="tabular text-sm font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {payment.isShareOwed && <p className="muted text-sm">{t("isShareOwed")}</p>}
    </Panel>
  );
}

function References({ payment: { ids } }: { payment: StaffPayment }) {
  const known = (["session", "paymentIntent", "charge", "account"] as const).flatMap((name) => {
    const id = ids[name];
    return id === null ? [] : [{ name, id }];
  });
  return (
    <Panel title={t("ids.title")}>
      <dl className="grid gap-3">
        {known.map(({ name, id }) => (
          <div key={name}>
            <dt className="muted text-xs">{t(`ids.${name}`)}</dt>
            <dd className="font-mono text-xs break-all">
              <bdi>{id}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
