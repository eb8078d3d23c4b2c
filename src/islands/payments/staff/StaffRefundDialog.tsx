import { useState } from "react";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { requestOnce } from "#lib/client/request-ids.ts";
import { formatExactPrice, formatTypedAmount } from "#lib/payments/money.ts";
import { readRefundAmount } from "#lib/payments/refund-input.ts";
import { sendStaffRefund } from "#lib/payments/staff-payments.calls.ts";
import type { StaffPayment } from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/staff-payment.ts";
import { Choice } from "../shared/Choice.tsx";
import { TeacherShareChoice } from "../shared/TeacherShareChoice.tsx";

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
      <TeacherShareChoice keepsShare={keepsShare} onChoose={setKeepsShare} />
    </ReasonDialog>
  );
}

const endHint = ({ isEnrolled }: StaffPayment): string =>
  t(isEnrolled ? "refund.allHint" : "refund.leftHint");
