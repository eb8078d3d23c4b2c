import { useFieldArray, useFormContext } from "react-hook-form";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import type { CreateValues } from "./course-form.ts";

/** Rows of topics, at least one. */
export function TopicRows() {
  const { control, register, formState } = useFormContext<CreateValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "topics" });
  const problem = findMessage(formState.errors.topics);
  return (
    <fieldset {...rowList} className="grid gap-3 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">
        Topics <span className="muted font-normal">(e.g. Tajweed, Memorization, Tafsir)</span>
      </legend>
      {problem && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
      {fields.map((field, index) => (
        <div key={field.id} className="flex gap-3">
          <input
            className="input grow"
            dir="auto"
            aria-label={`Topic ${index + 1}`}
            {...register(`topics.${index}.text`)}
          />
          <RemoveRow
            disabled={fields.length === 1}
            aria-label={`Remove topic ${index + 1}`}
            onRemove={() => remove(index)}
          >
            Remove
          </RemoveRow>
        </div>
      ))}
      <AddRow onClick={() => append({ text: "" })}>Add topic</AddRow>
    </fieldset>
  );
}
