import { useFieldArray, useFormContext } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { getTexts } from "#translations/vetting.ts";
import {
  type Column,
  type CredentialValues,
  emptyRow,
  type ListName,
  listColumns,
} from "./credentials-form.ts";

const t = getTexts("vetting");

/** The entries of one kind of credentials, such as certificates. A new entry gets the focus. */
export function CredentialRows({ name }: { name: ListName }) {
  const { control, formState } = useFormContext<CredentialValues>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const columns = listColumns()[name];
  const errors = formState.errors[name];
  const whole = findMessage(errors?.root ?? (errors?.message ? errors : undefined));
  return (
    <fieldset {...rowList} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">{t(`${name}.title`)}</legend>
      {whole && (
        <p role="alert" className="text-sm text-error">
          {whole}
        </p>
      )}
      {fields.map((row, index) => (
        <fieldset
          key={row.id}
          aria-label={t(`${name}.entry`, { number: index + 1 })}
          className="grid min-w-0 gap-4 rounded-box border border-base-300 p-4 sm:grid-cols-2"
        >
          {columns.map((column) => (
            <Cell
              key={column.name}
              column={column}
              name={`${name}.${index}.${column.name}`}
              error={findMessage(errors?.[index]?.[column.name])}
            />
          ))}
          <RemoveRow
            className="btn-sm justify-self-start text-error sm:col-span-2"
            aria-label={t(`${name}.removeEntry`, { number: index + 1 })}
            onRemove={() => remove(index)}
          >
            {t("remove")}
          </RemoveRow>
        </fieldset>
      ))}
      <AddRow onClick={() => append(emptyRow(columns))}>{t(`${name}.add`)}</AddRow>
    </fieldset>
  );
}

interface CellProps {
  column: Column;
  name: `${ListName}.${number}.${string}`;
  error: string | undefined;
}

function Cell({ column: { label, hint, optional = false, type }, name, error }: CellProps) {
  const { register } = useFormContext<CredentialValues>();
  if (type === "lines") {
    return (
      <TextAreaField
        className="sm:col-span-2"
        label={label}
        hint={hint}
        rows={5}
        dir="auto"
        error={error}
        {...register(name)}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      optional={optional}
      type={type === "url" ? "url" : "text"}
      inputMode={type === "year" ? "numeric" : undefined}
      maxLength={type === "year" ? 4 : undefined}
      dir={type === undefined ? "auto" : "ltr"}
      error={error}
      {...register(name)}
    />
  );
}
