import { useId, useState } from "react";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { requestOnce } from "#lib/client/request-ids.ts";
import { formatExactPrice, formatTypedAmount } from "#lib/payments/money.ts";
import { readRefundAmount } from "#lib/payments/refund-input.ts";
import { sendStaffRefund } from "#lib/payments/staff-payments.calls.ts";
import type { StaffPayment } from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/staff-payment.ts";

const t = getTexts("staffPayment");

interface StaffRefundDialogProps {
  payment: StaffPayment;
  open: boolean;
  onClose: () => void;
}

/** Refunds a payment in full or in part, with or without taking back the teacher's share. */
export function StaffRefundDialog({ payment, open, onClose }: StaffRefundDialogProps) {
  const [typed, setTyped] = useState("");
  const [isPart, setPart] = useState(false);
  const [keepsShare, setKeepsShare] = useState(false);
  const refundable = payment.refundableCents / 100;
  const amount = isPart ? readRefundAmount(typed, refundable) : refundable;
  const endsSeat = payment.isEnrolled && amount === refundable;
  const refund = async (reason: string) => {
    if (typeof amount === "string") throw new Error(amount);
    const choices = { ...(isPart && { amount }), teacherKeepsShare: keepsShare, reason };
    await requestOnce(JSON.stringify(["refund", payment._id, choices]), (requestId) =>
      sendStaffRefund(payment._id, { ...choices, seen: refundable, requestId }),
    );
    setTyped("");
  };
  return (
    <ReasonDialog
      open={open}
      title={t("refund.title", { student: payment.student.name })}
      text={t("refund.text", { amount: formatExactPrice(refundable) })}
      action={
        typeof amount === "number"
          ? t("refund.submit", { amount: formatExactPrice(amount) })
          : t("refund.open")
      }
      isDangerous={endsSeat}
      onClose={onClose}
      onDecide={refund}
    >
      <Choice
        legend={t("refund.howMuch")}
        options={[
          {
            label: t("refund.all", { amount: formatExactPrice(refundable) }),
            hint: endHint(payment),
          },
          { label: t("refund.part"), hint: t("refund.partHint") },
        ]}
        chosen={isPart ? 1 : 0}
        onChoose={(index) => setPart(index === 1)}
      />
      {isPart && (
        <TextField
          label={t("refund.amount")}
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatTypedAmount(0)}
          value={typed}
          error={typed !== "" && typeof amount === "string" ? amount : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Choice
        legend={t("refund.share")}
        options={[
          { label: t("refund.takeShare"), hint: t("refund.takeShareHint") },
          { label: t("refund.keepShare"), hint: t("refund.keepShareHint") },
        ]}
        chosen={keepsShare ? 1 : 0}
        onChoose={(index) => setKeepsShare(index === 1)}
      />
    </ReasonDialog>
  );
}

const endHint = ({ isEnrolled }: StaffPayment): string =>
  t(isEnrolled ? "refund.allHint" : "refund.leftHint");

interface ChoiceProps {
  legend: string;
  options: readonly { label: string; hint: string }[];
  chosen: number;
  onChoose: (index: number) => void;
}

function Choice({ legend, options, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {options.map(({ label, hint }, index) => (
        <label
          key={label}
          className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-3 has-checked:border-secondary has-checked:bg-base-200"
        >
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-secondary"
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span className="grid gap-0.5 text-sm">
            <span className="font-medium">{label}</span>
            <span className="muted text-xs">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
