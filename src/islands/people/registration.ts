/** What stands in the fields of a registration, and how it becomes what the API takes. */
import * as z from "zod/mini";
import { emptyProfile } from "#islands/ui/profile-values.ts";
import { currentPassword, email } from "#lib/accounts.ts";
import type { Role } from "#lib/people.options.ts";
import { studentProfile, teacherProfile } from "#lib/people.ts";
import { splitList } from "#lib/text.ts";

/** The rules of the forms: those of the API, and the fields that only the form asks for. */
const formOnly = { email, password: currentPassword };
export const studentForm = z.extend(studentProfile, { role: z.literal("student"), ...formOnly });
export const teacherForm = z.extend(teacherProfile, { role: z.literal("teacher"), ...formOnly });
export type RegistrationForm = z.output<typeof studentForm> | z.output<typeof teacherForm>;

/** The text in the fields of either form. */
export const emptyRegistration = { ...emptyProfile, email: "", password: "" };
export type RegistrationValues = typeof emptyRegistration;

const listFields = ["spokenLanguages", "learningGoals", "specializations"];
const numberFields = ["age", "yearsOfExperience", "hourlyRate"];

/** What the schema takes: empty fields and unparsable numbers are absent, lists are split. */
export function toRegistration(role: Role, values: RegistrationValues): Record<string, unknown> {
  const input: Record<string, unknown> = { role };
  for (const [name, value] of Object.entries(values)) {
    const text: string = name === "password" ? value : value.trim();
    if (numberFields.includes(name)) {
      const number = Number.parseInt(text, 10);
      if (!Number.isNaN(number)) input[name] = number;
    } else if (listFields.includes(name)) {
      const list = splitList(text);
      if (list.length > 0) input[name] = list;
    } else if (text !== "" || ["name", "email", "password", "country"].includes(name)) {
      input[name] = text;
    }
  }
  return input;
}
