import { useFieldArray, useFormContext } from "react-hook-form";
import { TextField } from "#islands/ui/form/Field.tsx";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { days } from "#lib/time/time.ts";
import { type CourseValues, newScheduleRow } from "./course-form.ts";

const dayOptions = days.map((day) => ({ value: day, label: day }));

/** Rows of weekly classes, at least one. Times are in the teacher's time zone. */
export function ScheduleRows({ timeZone }: { timeZone: string | undefined }) {
  const { control, register, formState } = useFormContext<CourseValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "schedule" });
  const errors = formState.errors.schedule;
  const whole = findMessage(errors?.root ?? (errors?.message ? errors : undefined));
  return (
    <fieldset {...rowList} className="grid gap-3 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">
        Class schedule{" "}
        <span className="muted font-normal">
          {timeZone ? `(in your time zone, ${timeZone.replaceAll("_", " ")})` : ""}
        </span>
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
            label="Day"
            options={dayOptions}
            error={errors?.[index]?.day?.message}
            {...register(`schedule.${index}.day`)}
          />
          <TextField
            label="Start time"
            type="time"
            error={errors?.[index]?.startTime?.message}
            {...register(`schedule.${index}.startTime`)}
          />
          <TextField
            label="End time"
            type="time"
            error={errors?.[index]?.endTime?.message}
            {...register(`schedule.${index}.endTime`)}
          />
          {fields.length > 1 && (
            <RemoveRow
              className="col-span-2 sm:col-span-1 sm:mt-6.5"
              aria-label={`Remove class ${index + 1}`}
              onRemove={() => remove(index)}
            >
              Remove
            </RemoveRow>
          )}
        </div>
      ))}
      <AddRow onClick={() => append(newScheduleRow)}>Add class</AddRow>
    </fieldset>
  );
}
