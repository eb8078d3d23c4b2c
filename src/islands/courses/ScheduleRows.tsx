import { useFieldArray, useFormContext } from "react-hook-form";
import { TextField } from "#islands/ui/form/Field.tsx";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { labelDay } from "#lib/time/format-time.ts";
import { days } from "#lib/time/time.ts";
import { nameZone } from "#lib/time/zone-names.ts";
import { getTexts } from "#translations/course-form.ts";
import { type CourseValues, newScheduleRow } from "./course-form.ts";

const t = getTexts("courseForm");

const listDayOptions = () => days.map((day) => ({ value: day, label: labelDay(day) }));

/** Rows of weekly classes, at least one. Times are in the teacher's time zone. */
export function ScheduleRows({ timeZone }: { timeZone: string | undefined }) {
  const { control, register, formState } = useFormContext<CourseValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "schedule" });
  const errors = formState.errors.schedule;
  const whole = findMessage(errors?.root ?? (errors?.message ? errors : undefined));
  return (
    <fieldset {...rowList} className="grid gap-3 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">
        {timeZone
          ? t.rich("schedule.legendInZone", {
              zone: isolatedInRtl(nameZone(timeZone)),
              note: (text) => (
                <span key="note" className="muted font-normal">
                  {text}
                </span>
              ),
            })
          : t("schedule.legend")}
      </legend>
      {whole && (
        <p role="alert" className="text-sm text-error">
          {whole}
        </p>
      )}
      {fields.map((field, index) => (
        <div
          key={field.id}
          className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_8.5rem_8.5rem_auto]"
        >
          <SelectField
            className="col-span-2 sm:col-span-1"
            label={t("schedule.day")}
            options={listDayOptions()}
            error={errors?.[index]?.day?.message}
            {...register(`schedule.${index}.day`)}
          />
          <TextField
            label={t("schedule.startTime")}
            type="time"
            error={errors?.[index]?.startTime?.message}
            {...register(`schedule.${index}.startTime`)}
          />
          <TextField
            label={t("schedule.endTime")}
            type="time"
            error={errors?.[index]?.endTime?.message}
            {...register(`schedule.${index}.endTime`)}
          />
          {fields.length > 1 && (
            <RemoveRow
              className="col-span-2 sm:col-span-1 sm:mt-6.5"
              aria-label={t("schedule.removeLabel", { number: index + 1 })}
              onRemove={() => remove(index)}
            >
              {t("schedule.remove")}
            </RemoveRow>
          )}
        </div>
      ))}
      <AddRow onClick={() => append(newScheduleRow)}>{t("schedule.add")}</AddRow>
    </fieldset>
  );
}
