import { useMemo } from "react";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { formatExactPrice } from "#lib/payments/money.ts";
import type { StaffPaymentRow } from "#lib/payments/staff-payments.responses.ts";
import { staffPaymentFilters, staffPaymentStates } from "#lib/payments/staff-payments.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts as getStateTexts } from "#translations/payment-states.ts";
import { getTexts } from "#translations/staff-payments.ts";
import { PaymentStates } from "../shared/PaymentStates.tsx";

const t = getTexts("staffPayments");
const states = getStateTexts("paymentStates");

const money = (cents: number): string => formatExactPrice(cents / 100);

const listColumns = (): StaffColumn<StaffPaymentRow>[] => [
  {
    id: "course",
    label: t("column.course"),
    cell: ({ _id, course, receiptNumber }) => (
      <span className="grid gap-0.5">
        <a className="link link-hover" href={localizePath(`/staff/payments/${_id}`)}>
          <bdi>{course}</bdi>
        </a>
        {receiptNumber && <span className="muted text-xs font-normal">{receiptNumber}</span>}
      </span>
    ),
  },
  {
    id: "student",
    label: t("column.student"),
    cell: ({ student }) => <PersonLink person={student} />,
  },
  {
    id: "teacher",
    label: t("column.teacher"),
    isSecondary: true,
    cell: ({ teacher }) => <PersonLink person={teacher} />,
  },
  {
    id: "status",
    label: t("column.status"),
    cell: (payment) => <PaymentStates payment={payment} />,
  },
  {
    id: "amount",
    label: t("column.amount"),
    isSortable: true,
    isNumber: true,
    cell: ({ amountCents }) => money(amountCents),
  },
  {
    id: "fee",
    label: t("column.fee"),
    isSecondary: true,
    isNumber: true,
    cell: ({ feeCents }) => money(feeCents),
  },
  {
    id: "refunded",
    label: t("column.refunded"),
    isSecondary: true,
    isSortable: true,
    isNumber: true,
    cell: ({ refundedCents }) => money(refundedCents),
  },
  {
    id: "at",
    label: t("column.at"),
    isSortable: true,
    cell: ({ at }) => <LocalTime instant={at} />,
  },
];

function PersonLink({ person }: { person: StaffPaymentRow["student"] }) {
  return (
    <a className="link link-hover" href={localizePath(`/staff/payments?search=${person.userId}`)}>
      <bdi>{person.name}</bdi>
    </a>
  );
}

/** All payments for courses. */
export default function PaymentsTable({ mayExport }: { mayExport: boolean }) {
  const columns = useMemo(listColumns, []);
  return (
    <StaffTable<StaffPaymentRow>
      section="/payments"
      caption={t("title")}
      columns={columns}
      rowId={({ _id }) => _id}
      searchHint={t("searchHint")}
      hasExport={mayExport}
      filters={[
        {
          name: staffPaymentFilters[0],
          label: t("column.status"),
          options: staffPaymentStates.map((state) => ({
            value: state,
            label: states(state),
          })),
        },
      ]}
    />
  );
}
