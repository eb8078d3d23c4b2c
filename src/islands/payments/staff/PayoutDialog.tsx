import { useMutation } from "@tanstack/react-query";
import { type InputHTMLAttributes, type Ref, useId } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { sendSharePayout } from "#lib/payments/owed-shares.calls.ts";
import type { OwedShareRow } from "#lib/payments/owed-shares.responses.ts";
import { type SharePayoutInput, sharePayoutInput } from "#lib/payments/owed-shares.ts";
import { refreshStaff } from "#lib/staff/staff.queries.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/payouts.ts";
import { getTexts as getStaffTexts } from "#translations/staff.ts";

const t = getTexts("payouts");

interface PayoutFields {
  amount: string;
  reference: string;
  /** Whether the bookkeeper pays a teacher who is suspended. */
  seenSuspension: boolean;
}

/** Records a payout that the platform has made from its bank. */
export function PayoutDialog({ row, onClose }: { row: OwedShareRow; onClose: () => void }) {
  const { suspension } = row;
  const { form, problem, showError } = useSchemaForm<SharePayoutInput, PayoutFields>({
    schema: sharePayoutInput,
    defaultValues: { amount: row.owed.toFixed(2), reference: "", seenSuspension: false },
    prepare: ({ amount, reference, seenSuspension }) => ({
      amount: Number(amount || Number.NaN),
      reference,
      seenSuspension: seenSuspension && suspension ? suspension.since : null,
    }),
  });
  const { errors } = form.formState;
  const save = useMutation(
    {
      mutationFn: (payout: SharePayoutInput) => sendSharePayout(row._id, payout),
      onSuccess: async () => {
        await refreshStaff();
        onClose();
      },
      onError: showError,
    },
    queryClient,
  );
  const submit = (payout: SharePayoutInput) => {
    if (!suspension || payout.seenSuspension !== null) return save.mutate(payout);
    form.setError("seenSuspension", { message: t("invalid.suspended") }, { shouldFocus: true });
  };
  return (
    <Dialog open title={t("markTitle", { name: row.name })} busy={save.isPending} onClose={onClose}>
      <Form onSubmit={form.handleSubmit(submit)} busy={save.isPending} problem={problem}>
        {suspension && (
          <Alert kind="warning">
            {t("suspendedText", { date: formatDate(suspension.until, viewerZone()) })}
          </Alert>
        )}
        <p className="text-sm">{t("markText", { amount: formatExactPrice(row.owed) })}</p>
        <TextField
          label={t("amount")}
          inputMode="decimal"
          error={errors.amount?.message}
          {...form.register("amount")}
        />
        <TextField
          label={t("reference")}
          hint={t("referenceHint")}
          error={errors.reference?.message}
          {...form.register("reference")}
        />
        {suspension && (
          <Confirmation
            label={t("confirmSuspended")}
            error={errors.seenSuspension?.message}
            {...form.register("seenSuspension")}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            {getStaffTexts("staff")("decision.cancel")}
          </Button>
          <Button type="submit" busy={save.isPending} busyLabel={t("recording")}>
            {t("record")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type ConfirmationProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

function Confirmation({ label, error, ...input }: ConfirmationProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm mt-0.5 aria-invalid:border-error"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...input}
        />
        {label}
      </label>
      {error && (
        <p id={id} role="alert" className="text-sm text-error">
          {error}
        </p>
      )}
    </div>
  );
}
