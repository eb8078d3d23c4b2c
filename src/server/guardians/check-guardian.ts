import { enrollMessages, needsGuardian } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";

/**
 * Children can't book or pay before their profile names a guardian. The error names the missing
 * fields, so that pages can lead to them.
 * @throws AppError `invalid_input`.
 */
export function checkGuardian(student: Parameters<typeof needsGuardian>[0]): void {
  if (!needsGuardian(student)) return;
  const message = enrollMessages.guardian;
  const fields = (["parentGuardianName", "parentGuardianContact"] as const)
    .filter((field) => !student[field])
    .map((field) => ({ field, message }));
  throw new AppError("invalid_input", message, { fields });
}
