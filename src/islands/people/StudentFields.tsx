import { TextField } from "#islands/ui/Field.tsx";
import { levelOptions } from "#islands/ui/person-options.ts";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findMessage } from "#islands/ui/use-schema-form.ts";
import { maximumAge, minimumAge } from "#lib/people.options.ts";
import type { Registration } from "./use-registration.ts";

/** What only students are asked. */
export function StudentFields({ form }: { form: Registration["form"] }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <SelectField
        label="Quran Level"
        optional
        placeholder="Select your level"
        options={levelOptions.student}
        error={errors.quranLevel?.message}
        {...register("quranLevel")}
      />
      <TextField
        label="Age"
        optional
        type="number"
        inputMode="numeric"
        min={minimumAge}
        max={maximumAge}
        error={findMessage(errors.age)}
        {...register("age")}
      />
      <TextField
        className="sm:col-span-2"
        label="Learning Goals"
        optional
        hint="Separated by commas: Tajweed, Memorization"
        error={findMessage(errors.learningGoals)}
        {...register("learningGoals")}
      />
      <TextField
        label="Parent or Guardian Name"
        optional
        hint="Needed for students under 13"
        error={findMessage(errors.parentGuardianName)}
        {...register("parentGuardianName")}
      />
      <TextField
        label="Parent or Guardian Contact"
        optional
        hint="A phone number or an email address"
        error={findMessage(errors.parentGuardianContact)}
        {...register("parentGuardianContact")}
      />
    </>
  );
}
