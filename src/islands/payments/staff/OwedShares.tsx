import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { NoValue } from "#islands/staff/shared/NoValue.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { sendSharePayout } from "#lib/payments/owed-shares.calls.ts";
import type { OwedShareRow } from "#lib/payments/owed-shares.responses.ts";
import { type SharePayoutInput, sharePayoutInput } from "#lib/payments/owed-shares.ts";
import { refreshStaff } from "#lib/staff/staff.queries.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { getTexts } from "#translations/payouts.ts";
import { getTexts as getStaffTexts } from "#translations/staff.ts";
import { VoidPayoutDialog } from "./VoidPayoutDialog.tsx";

const t = getTexts("payouts");

/** What the platform owes to teachers whom Stripe can't pay. */
export default function OwedShares() {
  const [paying, setPaying] = useState<OwedShareRow>();
  const [voiding, setVoiding] = useState<OwedShareRow>();
  const columns = useMemo(
    (): StaffColumn<OwedShareRow>[] => [
      {
        id: "name",
        label: t("teacher"),
        cell: ({ name, email }) => (
          <span className="grid min-w-0 md:min-w-48">
            <bdi>{name}</bdi>
            <a className="link muted text-xs break-all" href={`mailto:${email}`}>
              <bdi>{email}</bdi>
            </a>
          </span>
        ),
      },
      {
        id: "country",
        label: t("country"),
        cell: ({ country }) => (country === null ? <NoValue /> : <bdi>{nameCountry(country)}</bdi>),
      },
      {
        id: "share",
        label: t("share"),
        isSecondary: true,
        isNumber: true,
        cell: ({ share }) => formatExactPrice(share),
      },
      { id: "paid", label: t("paid"), isNumber: true, cell: ({ paid }) => formatExactPrice(paid) },
      {
        id: "owed",
        label: t("owed"),
        isNumber: true,
        isSortable: true,
        cell: ({ owed }) => <strong>{formatExactPrice(owed)}</strong>,
      },
      {
        id: "pay",
        label: t("action"),
        cell: (row) =>
          (row.owed > 0 || row.paid > 0) && (
            <span className="flex flex-wrap gap-2">
              {row.owed > 0 && (
                <Button
                  look="quiet"
                  className="btn-sm"
                  aria-label={t("markOf", { name: row.name })}
                  onClick={() => setPaying(row)}
                >
                  {t("mark")}
                </Button>
              )}
              {row.paid > 0 && (
                <Button
                  look="plain"
                  className="btn-sm"
                  aria-label={t("voidOf", { name: row.name })}
                  onClick={() => setVoiding(row)}
                >
                  {t("void")}
                </Button>
              )}
            </span>
          ),
      },
    ],
    [],
  );
  return (
    <>
      <StaffTable<OwedShareRow>
        section="/payouts"
        caption={t("title")}
        columns={columns}
        rowId={({ _id }) => _id}
        searchHint={t("searchHint")}
        emptyTitle={t("none")}
        emptyText={t("noneText")}
      />
      {paying && <PayoutDialog row={paying} onClose={() => setPaying(undefined)} />}
      {voiding && <VoidPayoutDialog row={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  );
}

function PayoutDialog({ row, onClose }: { row: OwedShareRow; onClose: () => void }) {
  const { form, problem, showError } = useSchemaForm<
    SharePayoutInput,
    { amount: string; reference: string }
  >({
    schema: sharePayoutInput,
    defaultValues: { amount: row.owed.toFixed(2), reference: "" },
    prepare: ({ amount, reference }) => ({ amount: Number(amount || Number.NaN), reference }),
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
  return (
    <Dialog open title={t("markTitle", { name: row.name })} busy={save.isPending} onClose={onClose}>
      <Form
        onSubmit={form.handleSubmit((payout) => save.mutate(payout))}
        busy={save.isPending}
        problem={problem}
      >
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
