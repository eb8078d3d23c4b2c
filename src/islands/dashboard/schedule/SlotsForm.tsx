import { useState } from "react";
import { FormProvider, useFieldArray } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { AddRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { Icon } from "#islands/ui/Icon.tsx";
import type { TimeSlotsInput } from "#lib/people/people.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { $replacedSlots } from "#lib/people/replaced-slots.store.ts";
import { type ApiTimeSlot, saveTimeSlots } from "#lib/people/time-slots.calls.ts";
import { putTimeSlots } from "#lib/people/time-slots.queries.ts";
import { getTexts } from "#translations/time-slots.ts";
import { CopyDay } from "./CopyDay.tsx";
import { SlotFields } from "./SlotFields.tsx";
import { copyDay, newSlot, type SlotValues, slotForm, toRows } from "./slot-form.ts";

const t = getTexts("timeSlots");

interface SlotsFormProps {
  profile: Profile;
  slots: readonly ApiTimeSlot[];
  onDone: (message: string) => void;
  onClose: () => void;
}

export function SlotsForm({ profile, slots, onDone, onClose }: SlotsFormProps) {
  const [done, setDone] = useState(false);
  const { form, problem, setProblem, showError } = useSchemaForm<TimeSlotsInput, SlotValues>({
    schema: slotForm,
    defaultValues: { availableTimeSlots: toRows(slots) },
  });
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: "availableTimeSlots",
  });
  const busy = form.formState.isSubmitting || done;
  useCloseAfterSuccess(done, onClose);

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      putTimeSlots(profile._id, await saveTimeSlots(profile._id, input));
      $replacedSlots.set(slots);
      setDone(true);
      onDone(t("done"));
    } catch (error) {
      showError(error);
    }
  });

  return (
    <FormProvider {...form}>
      <Form onSubmit={submit} busy={busy} problem={problem} success={done ? t("saved") : undefined}>
        {fields.length === 0 && <p className="muted text-sm">{t("none")}</p>}
        <div {...rowList} className="grid gap-4">
          {fields.map((field, index) => (
            <SlotFields key={field.id} index={index} slot={field} onRemove={() => remove(index)} />
          ))}
          <AddRow onClick={() => append(newSlot)}>
            <Icon name="plus" />
            {t("add")}
          </AddRow>
        </div>
        <CopyDay
          onCopy={(from, to) => {
            const copies = copyDay(form.getValues("availableTimeSlots"), from, to);
            append(copies, { shouldFocus: false });
            return copies.length;
          }}
        />
        <div className="flex justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t("saving")}>
            {t("save")}
          </Button>
        </div>
      </Form>
    </FormProvider>
  );
}
