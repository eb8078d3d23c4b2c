import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { requestOnce } from "#lib/client/request-ids.ts";
import { refreshEarnings } from "#lib/earnings/earnings.queries.ts";
import { refundStudent } from "#lib/enrollments/teacher-students.calls.ts";
import { formatExactPrice, formatTypedAmount } from "#lib/payments/money.ts";
import {
  maxPartialRefunds,
  minPartialRefund,
  readRefundAmount,
} from "#lib/payments/refund-input.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/refund-dialog.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { TextAreaField, TextField } from "../../ui/form/Field.tsx";

const t = getTexts("refundDialog");

export interface RefundedSeat {
  enrollmentId: string;
  student: string;
  course: string;
  /** The amount that can still be refunded, in dollars. */
  refundable: number;
  /** Whether the student is still enrolled. Students who left can be refunded too. */
  isEnrolled: boolean;
}

interface RefundDialogProps {
  seat: RefundedSeat;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Refunds a student partially or in full. A full refund ends the enrollment. */
export function RefundDialog({ seat, onDone, onClose }: RefundDialogProps) {
  const { enrollmentId, student, course, refundable, isEnrolled } = seat;
  const [isWhole, setWhole] = useState(false);
  const [typed, setTyped] = useState("");
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const refund = useMutation(
    {
      mutationFn: (amount: number | undefined) =>
        requestOnce(JSON.stringify(["refund", enrollmentId, amount, note.trim()]), (requestId) =>
          refundStudent(enrollmentId, {
            amount,
            ...(amount !== undefined && { seen: refundable }),
            note: note.trim(),
            requestId,
          }),
        ),
      onSuccess: (_, amount) => {
        const refunded = formatExactPrice(amount ?? refundable);
        onDone(t("done", { amount: refunded, student: isolatedInRtl(student) }));
        onClose();
      },
      onSettled: refreshEarnings,
    },
    queryClient,
  );
  const submit = () => {
    if (isWhole) return refund.mutate(undefined);
    const amount = readRefundAmount(typed, refundable);
    if (typeof amount === "string") return setProblem(amount);
    setProblem(undefined);
    refund.mutate(amount);
  };
  const amount = readRefundAmount(typed, refundable);
  const endsIt = isWhole || amount === refundable;
  const shown = isWhole ? refundable : amount;
  return (
    <Dialog
      open
      title={t("title", { student: isolatedInRtl(student) })}
      busy={refund.isPending}
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!refund.isPending) submit();
        }}
      >
        <p className="muted text-sm">
          {t.rich("refundable", {
            course,
            amount: formatExactPrice(refundable),
            name: (text) => (
              <span key="name" dir="auto">
                {text}
              </span>
            ),
          })}
        </p>
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1.5 text-sm font-medium">{t("howMuch")}</legend>
          <Choice
            label={t("partial")}
            hint={t(isEnrolled ? "partialEnrolled" : "partialLeft")}
            checked={!isWhole}
            onChoose={() => setWhole(false)}
          />
          <Choice
            label={t("full", { amount: formatExactPrice(refundable) })}
            hint={t(isEnrolled ? "fullEnrolled" : "fullLeft")}
            checked={isWhole}
            onChoose={() => setWhole(true)}
          />
        </fieldset>
        {!isWhole && (
          <TextField
            label={t("amount")}
            inputMode="decimal"
            autoComplete="off"
            placeholder={formatTypedAmount(0)}
            value={typed}
            error={problem}
            hint={t("amountHint", {
              amount: formatExactPrice(minPartialRefund),
              times: maxPartialRefunds,
            })}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
          />
        )}
        <TextAreaField
          label={t("note")}
          optional
          rows={2}
          maxLength={500}
          hint={t("noteHint")}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <p className="rounded-field bg-base-200 px-3 py-2 text-sm" aria-live="polite">
          {describeEnd(seat, endsIt)} {t("source")}
        </p>
        {refund.isError && <Alert>{messageOf(refund.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" disabled={refund.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            type="submit"
            look={endsIt ? "danger" : "main"}
            busy={refund.isPending}
            busyLabel={t("busy")}
          >
            {typeof shown === "number"
              ? t(endsIt && isEnrolled ? "submitAndEnd" : "submitAmount", {
                  amount: formatExactPrice(shown),
                })
              : t("submit")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function describeEnd({ student: name, isEnrolled }: RefundedSeat, endsIt: boolean): string {
  const student = isolatedInRtl(name);
  if (!isEnrolled) return t("hasLeft", { student });
  return t(endsIt ? "losesSeat" : "staysEnrolled", { student });
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ label, hint, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-3 has-checked:border-secondary has-checked:bg-base-200">
      <input
        type="radio"
        name="refund-kind"
        className="mt-0.5 size-4 accent-secondary"
        checked={checked}
        onChange={onChoose}
      />
      <span className="grid gap-0.5 text-sm">
        <span className="font-medium">{label}</span>
        <span className="muted text-xs">{hint}</span>
      </span>
    </label>
  );
}
