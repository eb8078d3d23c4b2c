import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { CreateCourseForm } from "./CreateCourseForm.tsx";
import { PaymentGate } from "./PaymentGate.tsx";

/** The page passes the languages on, with their names from the server. */
export default function CreateCourse({ languages = [] }: { languages?: readonly Option[] }) {
  return (
    <GuardedProfile>
      {(profile) => (
        <PaymentGate>
          {(canBePaid) => (
            <CreateCourseForm
              timeZone={profile.timeZone}
              canBePaid={canBePaid}
              languages={languages}
            />
          )}
        </PaymentGate>
      )}
    </GuardedProfile>
  );
}
