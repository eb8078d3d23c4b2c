import type { ReactNode } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { type Entry, type EntryColumn, emptyEntry } from "./entry-columns.ts";
import { TextAreaField, TextField } from "./Field.tsx";
import { AddRow, RemoveRow, rowList } from "./RowButtons.tsx";
import { findMessage } from "./use-schema-form.ts";

interface EntryRowsProps {
  /** The field of the form. */
  name: string;
  columns: readonly EntryColumn[];
  legend: ReactNode;
  className?: string;
  texts: {
    /** Names an entry, counted from 1. */
    entry: (number: number) => string;
    add: string;
    remove: string;
    removeEntry: (number: number) => string;
  };
}

/** A list of entries with a few fields each, such as certificates. A new entry gets the focus. */
export function EntryRows({ name, columns, legend, className = "", texts }: EntryRowsProps) {
  const { control, formState } = useFormContext<Record<string, Entry[]>>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const errors = formState.errors[name];
  const whole = findMessage(errors?.root ?? (errors?.message ? errors : undefined));
  return (
    <fieldset {...rowList} className={`grid min-w-0 gap-3 ${className}`}>
      {legend}
      {whole && (
        <p role="alert" className="text-sm text-error">
          {whole}
        </p>
      )}
      {fields.map((row, index) => (
        <fieldset
          key={row.id}
          aria-label={texts.entry(index + 1)}
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
            aria-label={texts.removeEntry(index + 1)}
            onRemove={() => remove(index)}
          >
            {texts.remove}
          </RemoveRow>
        </fieldset>
      ))}
      <AddRow onClick={() => append(emptyEntry(columns))}>{texts.add}</AddRow>
    </fieldset>
  );
}

interface CellProps {
  column: EntryColumn;
  name: `${string}.${number}.${string}`;
  error: string | undefined;
}

function Cell({ column: { label, hint, optional = false, type }, name, error }: CellProps) {
  const { register } = useFormContext<Record<string, Entry[]>>();
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
