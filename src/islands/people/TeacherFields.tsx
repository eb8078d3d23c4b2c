import { TextAreaField, TextField } from "#islands/ui/Field.tsx";
import { levelOptions, rateOptions, yearsOptions } from "#islands/ui/person-options.ts";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findMessage } from "#islands/ui/use-schema-form.ts";
import type { Registration } from "./use-registration.ts";

/** What only teachers are asked. */
export function TeacherFields({ form }: { form: Registration["form"] }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <SelectField
        label="Quran Level"
        optional
        placeholder="Select your level"
        options={levelOptions.teacher}
        error={errors.quranLevel?.message}
        {...register("quranLevel")}
      />
      <SelectField
        label="Years of Experience"
        optional
        placeholder="Select your experience"
        options={yearsOptions}
        error={findMessage(errors.yearsOfExperience)}
        {...register("yearsOfExperience")}
      />
      <SelectField
        label="Hourly Rate (USD)"
        optional
        placeholder="Select your rate"
        options={rateOptions}
        error={findMessage(errors.hourlyRate)}
        {...register("hourlyRate")}
      />
      <TextField
        label="Specializations"
        optional
        hint="Separated by commas: Tajweed, Tafsir"
        error={findMessage(errors.specializations)}
        {...register("specializations")}
      />
      <TextAreaField
        className="sm:col-span-2"
        label="Bio"
        optional
        hint="What students should know of you"
        error={findMessage(errors.bio)}
        {...register("bio")}
      />
    </>
  );
}
