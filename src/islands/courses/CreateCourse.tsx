import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { CreateCourseForm } from "./CreateCourseForm.tsx";
import { PaymentGate } from "./PaymentGate.tsx";

export default function CreateCourse() {
  return (
    <GuardedProfile>
      {(profile) => (
        <PaymentGate>
          {(canBePaid) => <CreateCourseForm timeZone={profile.timeZone} canBePaid={canBePaid} />}
        </PaymentGate>
      )}
    </GuardedProfile>
  );
}
