import { useFormContext } from "react-hook-form";
import { TextField } from "#islands/ui/form/Field.tsx";
import { RemoveRow } from "#islands/ui/form/RowButtons.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { labelDay } from "#lib/time/format-time.ts";
import { days } from "#lib/time/time.ts";
import { getTexts } from "#translations/time-slots.ts";
import { describeSlot, type SlotRow, type SlotValues } from "./slot-form.ts";

const t = getTexts("timeSlots");

const listDayOptions = () => days.map((day) => ({ value: day, label: labelDay(day) }));

interface SlotFieldsProps {
  index: number;
  slot: SlotRow;
  onRemove: () => void;
}

/** One slot. A booked slot can't be changed. */
export function SlotFields({ index, slot, onRemove }: SlotFieldsProps) {
  const { register, formState } = useFormContext<SlotValues>();
  if (slot.isBooked) {
    return (
      <p className="tabular flex items-center gap-2 rounded-field bg-base-200 px-3 py-2 text-sm">
        <Icon name="calendar" className="size-4 text-accent" />
        {t.rich("bookedSlot", {
          slot: describeSlot(slot),
          booked: (text) => (
            <span key="booked" className="font-medium">
              {text}
            </span>
          ),
        })}
      </p>
    );
  }
  const errors = formState.errors.availableTimeSlots?.[index];
  const name = `availableTimeSlots.${index}` as const;
  return (
    <fieldset className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 sm:grid-cols-[1fr_7.5rem_7.5rem_auto]">
      <legend className="sr-only">{t("slot", { number: index + 1 })}</legend>
      <SelectField
        className="col-span-3 sm:col-span-1"
        label={t("day")}
        required
        options={listDayOptions()}
        error={errors?.day?.message}
        {...register(`${name}.day`)}
      />
      <TextField
        label={t("start")}
        type="time"
        required
        error={errors?.startTime?.message}
        {...register(`${name}.startTime`)}
      />
      <TextField
        label={t("end")}
        type="time"
        required
        error={errors?.endTime?.message}
        {...register(`${name}.endTime`)}
      />
      <RemoveRow
        className="btn-square mt-6.5"
        aria-label={t("removeSlot", { number: index + 1 })}
        onRemove={onRemove}
      >
        <Icon name="trash" />
      </RemoveRow>
    </fieldset>
  );
}
