import { useMemo, useState } from "react";
import { PaymentStates } from "#islands/payments/shared/PaymentStates.tsx";
import { NoValue } from "#islands/staff/shared/NoValue.tsx";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { formatExactPrice } from "#lib/payments/money.ts";
import { refundPlanPayment } from "#lib/plans/staff-plan-payments.calls.ts";
import type { PlanPayment } from "#lib/plans/staff-plan-payments.responses.ts";
import { planPaymentFilters, planPaymentStates } from "#lib/plans/staff-plan-payments.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/staff-premium.ts";

const t = getTexts("staffPremium");

const money = (cents: number): string => formatExactPrice(cents / 100);

interface PlanPaymentsProps {
  /** Whether the member of staff may open people. */
  mayOpenPeople: boolean;
  mayExport: boolean;
}

/** All payments for Premium. Staff refund them here, and respond to disputes at the provider. */
export default function PlanPayments({ mayOpenPeople, mayExport }: PlanPaymentsProps) {
  const [refunded, setRefunded] = useState<PlanPayment>();
  const columns = useMemo(() => listColumns(mayOpenPeople, setRefunded), [mayOpenPeople]);
  return (
    <>
      <StaffTable<PlanPayment>
        section="/payments/premium"
        caption={t("title")}
        columns={columns}
        rowId={({ _id }) => _id}
        searchHint={t("searchHint")}
        hasExport={mayExport}
        filters={[
          {
            name: planPaymentFilters[0],
            label: t("column.status"),
            options: planPaymentStates.map((value) => ({ value, label: t(`state.${value}`) })),
          },
        ]}
      />
      {refunded && (
        <ReasonDialog
          open
          title={t("refundTitle", {
            amount: money(refunded.amountCents - refunded.refundedCents),
            name: refunded.person.name,
          })}
          text={t("refundText")}
          action={t("refund")}
          isDangerous
          onClose={() => setRefunded(undefined)}
          onDecide={(reason) => refundPlanPayment(refunded._id, reason)}
        />
      )}
    </>
  );
}

function listColumns(
  mayOpenPeople: boolean,
  onRefund: (payment: PlanPayment) => void,
): StaffColumn<PlanPayment>[] {
  return [
    {
      id: "person",
      label: t("column.person"),
      cell: ({ person, number, _id }) => (
        <span className="grid gap-0.5">
          {mayOpenPeople ? (
            <a className="link link-hover" href={localizePath(`/staff/people/${person.userId}`)}>
              <bdi>{person.name}</bdi>
            </a>
          ) : (
            <bdi>{person.name}</bdi>
          )}
          <span className="muted text-xs font-normal break-all">{number ?? _id}</span>
        </span>
      ),
    },
    {
      id: "status",
      label: t("column.status"),
      cell: (payment) => (
        <span className="grid gap-1">
          <PaymentStates payment={payment} />
          <Secondary payment={payment} />
        </span>
      ),
    },
    {
      id: "respondBy",
      label: t("column.respondBy"),
      isSortable: true,
      isSecondary: true,
      cell: ({ respondBy }) => (respondBy ? <LocalTime instant={respondBy} /> : <NoValue />),
    },
    {
      id: "amount",
      label: t("column.amount"),
      isSortable: true,
      isNumber: true,
      cell: ({ amountCents }) => money(amountCents),
    },
    {
      id: "refunded",
      label: t("column.refunded"),
      isNumber: true,
      isSecondary: true,
      cell: ({ refundedCents }) => money(refundedCents),
    },
    {
      id: "at",
      label: t("column.at"),
      isSortable: true,
      cell: ({ at }) => <LocalTime instant={at} />,
    },
    {
      id: "actions",
      label: t("column.actions"),
      cell: (payment) => <Actions payment={payment} onRefund={onRefund} />,
    },
  ];
}

/** What tablets show below the state, because they have no room for its columns. */
function Secondary({ payment: { respondBy, refundedCents } }: { payment: PlanPayment }) {
  if (respondBy === null && refundedCents === 0) return null;
  return (
    <span className="muted hidden gap-0.5 text-xs md:max-lg:grid">
      {respondBy && (
        <span>
          {t("column.respondBy")} <LocalTime instant={respondBy} />
        </span>
      )}
      {refundedCents > 0 && (
        <span>
          {t("column.refunded")} {money(refundedCents)}
        </span>
      )}
    </span>
  );
}

interface ActionsProps {
  payment: PlanPayment;
  onRefund: (payment: PlanPayment) => void;
}

function Actions({ payment, onRefund }: ActionsProps) {
  const { dashboardUrl, isRefundable, respondBy } = payment;
  if (!dashboardUrl && !isRefundable) return null;
  return (
    <span className="flex flex-wrap items-center gap-3">
      {dashboardUrl && (
        <a className="link" href={dashboardUrl} target="_blank" rel="noreferrer">
          {respondBy ? t("respond") : t("openStripe")}
        </a>
      )}
      {isRefundable && (
        <Button look="quiet" className="btn-sm" onClick={() => onRefund(payment)}>
          {t("refund")}
        </Button>
      )}
    </span>
  );
}
