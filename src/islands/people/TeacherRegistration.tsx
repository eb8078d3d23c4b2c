import { TextAreaField, TextField } from "#islands/ui/Field.tsx";
import { Guarded } from "#islands/ui/Guarded.tsx";
import { levelOptions, rateOptions, yearsOptions } from "#islands/ui/person-options.ts";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findMessage } from "#islands/ui/use-schema-form.ts";
import type { SessionUser } from "#lib/client/access-token.ts";
import { RegistrationFrame } from "./RegistrationFrame.tsx";
import { useRegistration } from "./use-registration.ts";

function TeacherForm({ user }: { user: SessionUser }) {
  const registration = useRegistration("teacher", user);
  const { register, formState } = registration.form;
  const { errors } = formState;
  return (
    <RegistrationFrame registration={registration} emailLocked={user.email !== ""}>
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
        hint="Separated by commas"
        error={findMessage(errors.specializations)}
        {...register("specializations")}
      />
      <TextAreaField
        className="sm:col-span-2"
        label="Bio"
        optional
        hint="What students should know of you"
        error={errors.bio?.message}
        {...register("bio")}
      />
    </RegistrationFrame>
  );
}

export default function TeacherRegistration() {
  return (
    <Guarded checking="Checking your profile...">
      {({ user, profile }) => (profile ? null : <TeacherForm user={user} />)}
    </Guarded>
  );
}
