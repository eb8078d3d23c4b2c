import type { ReactNode } from "react";
import { PaymentStates } from "#islands/payments/shared/PaymentStates.tsx";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import type { PaymentState } from "#lib/payments/staff-payments.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { PersonLink } from "./PersonLink.tsx";

const t = getTexts("staffCases");

const money = (cents: number): string => formatExactPrice(toDollars(cents));

interface CasePaymentProps {
  payment: PaymentState;
  /** Whether the member of staff may open the console's page of the payment. */
  mayOpen: boolean;
}

/** How the payment that a case is about stands now. */
export function CasePayment({ payment, mayOpen }: CasePaymentProps) {
  const { _id, status, dispute, student } = payment;
  const hint = describeProgress(payment);
  const facts: [string, ReactNode][] = [
    [t("payment.amount"), money(payment.amountCents)],
    [t("payment.refunded"), money(payment.refundedCents)],
    [t("payment.left"), money(payment.refundableCents)],
    [t("payment.student"), <PersonLink key="student" person={student} />],
  ];
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("payment.title")}</h2>
      <div className="panel grid gap-4 p-5">
        <PaymentStates payment={payment} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="muted text-xs">{name}</dt>
              <dd className="tabular text-sm font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {hint && <p className="text-sm">{hint}</p>}
        {status === "paid" && dispute === "open" && (
          <p className="text-sm">{t("payment.disputed")}</p>
        )}
        {mayOpen && (
          <a
            className="link justify-self-start text-sm"
            href={localizePath(findSubjectPath("payment", _id) ?? "")}
          >
            {t("payment.open")}
          </a>
        )}
      </div>
    </section>
  );
}

/** What becomes of the refund that was requested last, unless it was made. */
function describeProgress({ status, isRefundRejected }: PaymentState): string | undefined {
  if (status === "refunding") {
    return t(isRefundRejected ? "payment.refundRejectedAgain" : "payment.refunding");
  }
  return isRefundRejected ? t("payment.refundRejected") : undefined;
}
