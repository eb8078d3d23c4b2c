/** Values of the registration forms and their conversion for the API. */
import { type ProfileFieldGroup, toUpdate } from "#islands/people/shared/profile-fields.ts";
import { emptyProfile } from "#islands/people/shared/profile-values.ts";
import type { Role } from "#lib/people/people.options.ts";

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
