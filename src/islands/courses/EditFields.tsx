import { useFormContext, useWatch } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { getTexts } from "#translations/course-form.ts";
import type { EditValues } from "./course-form.ts";

const t = getTexts("courseForm");

const lists = [
  { name: "topics", rows: 1 },
  { name: "objectives", rows: 3 },
  { name: "requirements", rows: 2 },
] as const;

/** Fields of the edit form only: the discount and further descriptions. */
export function EditFields() {
  const { control, register, formState } = useFormContext<EditValues>();
  const { errors } = formState;
  const hasDiscount = useWatch({ control, name: "hasDiscount" });
  const price = useWatch({ control, name: "price" });
  return (
    <>
      <div className="grid content-start gap-3">
        <label className="flex items-center gap-3 text-sm font-medium sm:mt-8">
          <input type="checkbox" className="checkbox" {...register("hasDiscount")} />
          {t("field.hasDiscount")}
        </label>
        {hasDiscount && (
          <TextField
            label={t("field.discountPrice")}
            type="number"
            inputMode="decimal"
            min={0}
            max={price}
            step={0.01}
            error={errors.discountPrice?.message}
            {...register("discountPrice")}
          />
        )}
      </div>
      {lists.map(({ name, rows }) => (
        <TextAreaField
          key={name}
          className="sm:col-span-2"
          label={t(`field.${name}`)}
          rows={rows}
          dir="auto"
          optional
          hint={t("field.listHint")}
          error={findMessage(errors[name])}
          {...register(name)}
        />
      ))}
    </>
  );
}
