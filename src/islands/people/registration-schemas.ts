/** The schemas of the registration forms. */
import * as z from "zod/mini";
import { guardianChecks } from "#islands/people/shared/guardian-checks.ts";
import { currentPassword, email } from "#lib/accounts/accounts.ts";
import { studentProfile, teacherProfile } from "#lib/people/people.ts";

/** Validation rules: those of the API, plus the fields that only the form has. */
const formOnly = { email, password: currentPassword };
export const studentForm = z
  .extend(studentProfile, { role: z.literal("student"), ...formOnly })
  .check(...guardianChecks);
export const teacherForm = z.extend(teacherProfile, { role: z.literal("teacher"), ...formOnly });
export type RegistrationForm = z.output<typeof studentForm> | z.output<typeof teacherForm>;
