import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { localizePath } from "#lib/site/locale.ts";
import type { VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";

const t = getTexts("courseForm");

interface VerificationNoteProps {
  about: keyof VettingLimits;
}

/**
 * Says what a teacher can't do without a verification, next to the field where the teacher chooses
 * it.
 */
export function VerificationNote({ about }: VerificationNoteProps) {
  return (
    <div className="sm:col-span-2">
      <Alert kind="warning">
        {t(`limits.${about}`)}{" "}
        <a className="link" href={localizePath("/dashboard/verification")}>
          {t("limits.verify")}
        </a>
      </Alert>
    </div>
  );
}
