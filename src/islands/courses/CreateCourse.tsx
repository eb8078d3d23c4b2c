import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { noLimits, type VettingLimits } from "#lib/vetting/limits.ts";
import { CreateCourseForm } from "./CreateCourseForm.tsx";
import { PaymentGate } from "./PaymentGate.tsx";

interface CreateCourseProps {
  /** The languages with their names from the server. */
  languages?: readonly Option[];
  /** What the teacher can't do without a verification. The server enforces it. */
  limits?: VettingLimits;
  /** The platform's fee for this teacher, as the server describes it. */
  fee?: string | undefined;
  /** The fee in percent. */
  feePercent?: number | undefined;
  /** Whether the teacher has just set up the payment account. */
  returnsFromSetup?: boolean;
}

export default function CreateCourse({
  languages = [],
  limits = noLimits,
  fee,
  feePercent,
  returnsFromSetup = false,
}: CreateCourseProps) {
  return (
    <GuardedProfile>
      {(profile) => (
        <PaymentGate fee={fee} returnsFromSetup={returnsFromSetup}>
          {(canBePaid) => (
            <CreateCourseForm
              teacher={profile}
              canBePaid={canBePaid}
              languages={languages}
              limits={limits}
              fee={fee}
              feePercent={feePercent}
            />
          )}
        </PaymentGate>
      )}
    </GuardedProfile>
  );
}
