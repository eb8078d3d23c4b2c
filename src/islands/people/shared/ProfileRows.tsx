import { useFieldArray, useFormContext } from "react-hook-form";
import { getTexts } from "#translations/profiles.ts";
import { TextField } from "../../ui/form/Field.tsx";
import { AddRow, RemoveRow, rowList } from "../../ui/form/RowButtons.tsx";
import { findMessage } from "../../ui/form/use-schema-form.ts";
import { emptyRow, type RowsField } from "./profile-rows.ts";
import type { RowFieldName, RowValues } from "./profile-values.ts";

const t = getTexts("profiles");

/** A list of entries with a few fields each. A new entry gets the focus. */
export function ProfileRows({ field }: { field: RowsField }) {
  const { name, label, columns } = field;
  const { control, register, formState } = useFormContext<Record<RowFieldName, RowValues[]>>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const errors = formState.errors[name];
  const whole = findMessage(errors?.root ?? (errors?.message ? errors : undefined));
  return (
    <fieldset {...rowList} className="grid min-w-0 gap-3 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">
        {t.rich("optionalRows", {
          label,
          muted: (text) => (
            <span key="muted" className="muted font-normal">
              {text}
            </span>
          ),
        })}
      </legend>
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
          {columns.map(({ name: column, label: columnLabel, type, hint, optional }) => (
            <TextField
              key={column}
              label={columnLabel}
              hint={hint}
              optional={optional ?? false}
              type={type === "url" ? "url" : "text"}
              inputMode={type === "year" ? "numeric" : undefined}
              maxLength={type === "year" ? 4 : undefined}
              dir={type === undefined ? "auto" : "ltr"}
              error={findMessage(errors?.[index]?.[column])}
              {...register(`${name}.${index}.${column}`)}
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
      <AddRow onClick={() => append(emptyRow(field))}>{t(`${name}.add`)}</AddRow>
    </fieldset>
  );
}
