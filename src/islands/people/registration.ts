/** Values of the registration forms and their conversion for the API. */
import * as z from "zod/mini";
import { type ProfileFieldGroup, toUpdate } from "#islands/people/shared/profile-fields.ts";
import { emptyProfile } from "#islands/people/shared/profile-values.ts";
import { currentPassword, email } from "#lib/accounts/accounts.ts";
import type { Role } from "#lib/people/people.options.ts";
import { studentProfile, teacherProfile } from "#lib/people/people.ts";

/** Validation rules: those of the API, plus the fields that only the form has. */
const formOnly = { email, password: currentPassword };
export const studentForm = z.extend(studentProfile, { role: z.literal("student"), ...formOnly });
export const teacherForm = z.extend(teacherProfile, { role: z.literal("teacher"), ...formOnly });
export type RegistrationForm = z.output<typeof studentForm> | z.output<typeof teacherForm>;

/** Field values of both forms, as text. */
export const emptyRegistration = { ...emptyProfile, email: "", password: "" };
export type RegistrationValues = typeof emptyRegistration;

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== "";

/**
 * Converts the fields for the schema. Leaves out empty fields, empty lists and numbers that can't
 * be parsed.
 */
export function toRegistration(
  role: Role,
  groups: readonly ProfileFieldGroup[],
  { email, password, ...values }: RegistrationValues,
): Record<string, unknown> {
  const input = { ...toUpdate(groups, values), email: email.trim(), password };
  const filled = Object.entries(input).filter(([, value]) => isFilled(value));
  return { role, ...Object.fromEntries(filled) };
}
