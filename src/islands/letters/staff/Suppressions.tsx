import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { ConfirmDialog } from "#islands/ui/feedback/ConfirmDialog.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { addSuppression, removeSuppression } from "#lib/letters/letters.calls.ts";
import type { SuppressionRow } from "#lib/letters/letters.responses.ts";
import { suppressionFilters, suppressionReasons } from "#lib/letters/letters.rules.ts";
import { type SuppressionInput, suppressionInput } from "#lib/letters/letters.ts";
import { refreshStaff } from "#lib/staff/staff.queries.ts";
import { isolated } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/staff-letters.ts";

const t = getTexts("staffLetters");

const listColumns = (onRemove: (row: SuppressionRow) => void): StaffColumn<SuppressionRow>[] => [
  {
    id: "email",
    label: t("suppressions.email"),
    isSortable: true,
    cell: ({ email }) => (
      <bdi className="inline-block break-all md:min-w-52" dir="ltr">
        {email}
      </bdi>
    ),
  },
  {
    id: "reason",
    label: t("suppressions.reasonLabel"),
    isSortable: true,
    cell: ({ reason, note }) => (
      <span className="grid gap-0.5">
        {t(`suppressions.reason.${reason}`)}
        {note !== "" && (
          <bdi className="muted text-xs wrap-anywhere" dir="auto">
            {note}
          </bdi>
        )}
      </span>
    ),
  },
  {
    id: "created",
    label: t("suppressions.added"),
    isSortable: true,
    cell: ({ createdAt }) => <LocalTime instant={createdAt} />,
  },
  {
    id: "remove",
    label: t("suppressions.action"),
    cell: (row) => (
      <Button
        look="quiet"
        className="btn-sm"
        aria-label={t("suppressions.removeNamed", { email: row.email })}
        onClick={() => onRemove(row)}
      >
        {t("suppressions.remove")}
      </Button>
    ),
  },
];

/** The addresses that get no letters. */
export default function Suppressions() {
  const [removed, setRemoved] = useState<SuppressionRow>();
  const [isAdding, setAdding] = useState(false);
  const columns = useMemo(() => listColumns(setRemoved), []);
  const remove = useMutation(
    {
      mutationFn: (id: string) => removeSuppression(id),
      async onSuccess() {
        await refreshStaff();
        setRemoved(undefined);
      },
    },
    queryClient,
  );
  return (
    <div className="grid gap-4">
      <p className="muted max-w-prose text-sm">{t("suppressions.bounces")}</p>
      <Button className="justify-self-start" onClick={() => setAdding(true)}>
        {t("suppressions.add")}
      </Button>
      <StaffTable<SuppressionRow>
        section="/suppressions"
        caption={t("suppressions.title")}
        columns={columns}
        rowId={({ _id }) => _id}
        searchHint={t("suppressions.searchHint")}
        filters={[
          {
            name: suppressionFilters[0],
            label: t("suppressions.reasonLabel"),
            options: suppressionReasons.map((reason) => ({
              value: reason,
              label: t(`suppressions.reason.${reason}`),
            })),
          },
        ]}
        emptyTitle={t("suppressions.none")}
        emptyText={t("suppressions.noneText")}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {removed !== undefined && (
        <ConfirmDialog
          title={t("suppressions.removeTitle")}
          action={remove}
          labels={{
            keep: t("cancel"),
            confirm: t("suppressions.remove"),
            busy: t("suppressions.removing"),
          }}
          isDangerous={false}
          onConfirm={() => removed && remove.mutate(removed._id)}
          onClose={() => {
            remove.reset();
            setRemoved(undefined);
          }}
        >
          <p>{t("suppressions.removeText", { email: isolated(removed?.email ?? "") })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { form, problem, showError } = useSchemaForm<SuppressionInput, SuppressionInput>({
    schema: suppressionInput,
    defaultValues: { email: "", reason: "complaint", note: "" },
  });
  const { errors } = form.formState;
  const add = useMutation(
    {
      mutationFn: addSuppression,
      async onSuccess() {
        await refreshStaff();
        onClose();
      },
      onError: showError,
    },
    queryClient,
  );
  return (
    <Dialog open title={t("suppressions.add")} busy={add.isPending} onClose={onClose}>
      <Form
        onSubmit={form.handleSubmit((input) => add.mutate(input))}
        busy={add.isPending}
        problem={problem}
      >
        <TextField
          label={t("suppressions.email")}
          type="email"
          dir="ltr"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <SelectField
          label={t("suppressions.reasonLabel")}
          error={errors.reason?.message}
          options={(["complaint", "staff"] as const).map((reason) => ({
            value: reason,
            label: t(`suppressions.reason.${reason}`),
          }))}
          {...form.register("reason")}
        />
        <TextField
          label={t("suppressions.note")}
          optional
          error={errors.note?.message}
          {...form.register("note")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" busy={add.isPending} busyLabel={t("suppressions.adding")}>
            {t("suppressions.add")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
