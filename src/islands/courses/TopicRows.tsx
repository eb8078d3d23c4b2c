import { useFieldArray, useFormContext } from "react-hook-form";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { getTexts } from "#translations/course-form.ts";
import type { CreateValues } from "./course-form.ts";

const t = getTexts("courseForm");

/** Rows of topics, at least one. */
export function TopicRows() {
  const { control, register, formState } = useFormContext<CreateValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "topics" });
  const problem = findMessage(formState.errors.topics);
  return (
    <fieldset {...rowList} className="grid gap-3 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">
        {t.rich("topic.legend", {
          note: (text) => (
            <span key="note" className="muted font-normal">
              {text}
            </span>
          ),
        })}
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
            aria-label={t("topic.label", { number: index + 1 })}
            {...register(`topics.${index}.text`)}
          />
          <RemoveRow
            disabled={fields.length === 1}
            aria-label={t("topic.removeLabel", { number: index + 1 })}
            onRemove={() => remove(index)}
          >
            {t("topic.remove")}
          </RemoveRow>
        </div>
      ))}
      <AddRow onClick={() => append({ text: "" })}>{t("topic.add")}</AddRow>
    </fieldset>
  );
}
