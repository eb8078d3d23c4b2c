import { TextField } from "#islands/ui/Field.tsx";
import { Guarded } from "#islands/ui/Guarded.tsx";
import { levelOptions } from "#islands/ui/person-options.ts";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findMessage } from "#islands/ui/use-schema-form.ts";
import type { SessionUser } from "#lib/client/access-token.ts";
import { maximumAge, minimumAge } from "#lib/people.options.ts";
import { RegistrationFrame } from "./RegistrationFrame.tsx";
import { useRegistration } from "./use-registration.ts";

function StudentForm({ user }: { user: SessionUser }) {
  const registration = useRegistration("student", user);
  const { register, formState } = registration.form;
  const { errors } = formState;
  return (
    <RegistrationFrame registration={registration} emailLocked={user.email !== ""}>
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
        error={errors.age?.message}
        {...register("age")}
      />
      <TextField
        label="Learning Goals"
        optional
        hint="Separated by commas"
        error={findMessage(errors.learningGoals)}
        {...register("learningGoals")}
      />
      <TextField
        label="Parent or Guardian Name"
        optional
        hint="Needed for students under 13"
        error={errors.parentGuardianName?.message}
        {...register("parentGuardianName")}
      />
      <TextField
        label="Parent or Guardian Contact"
        optional
        error={errors.parentGuardianContact?.message}
        {...register("parentGuardianContact")}
      />
    </RegistrationFrame>
  );
}

export default function StudentRegistration() {
  return (
    <Guarded checking="Checking your profile...">
      {({ user, profile }) => (profile ? null : <StudentForm user={user} />)}
    </Guarded>
  );
}
