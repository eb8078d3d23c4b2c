/**
 * The forms require children to have a guardian. The API requires it only when they book or pay.
 */
import * as z from "zod/mini";
import { guardianAge, isChild } from "#lib/people/people.options.ts";
import { getTexts } from "#translations/profile-errors.ts";

const t = getTexts("profileErrors");

interface Guarded {
  age?: number | null | undefined;
  parentGuardianName?: string | null | undefined;
  parentGuardianContact?: string | null | undefined;
}

const require = (field: "parentGuardianName" | "parentGuardianContact", error: () => string) =>
  z.refine<Guarded>((student) => !isChild(student.age) || Boolean(student[field]?.trim()), {
    error,
    path: [field],
    // Checks this even if other fields are invalid, so that all errors appear together.
    when: ({ value }) => typeof value === "object" && value !== null,
  });

export const guardianChecks = [
  require("parentGuardianName", () => t("guardianName", { age: guardianAge })),
  require("parentGuardianContact", () => t("guardianContact", { age: guardianAge })),
] as const;
