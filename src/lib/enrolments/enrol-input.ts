/** What asks for a seat. */
import * as z from "zod/mini";
import { enrolMessages } from "./enrolments.ts";

export const enrolInput = z.object({
  studentId: z
    .string(enrolMessages.noProfile)
    .check(z.trim(), z.minLength(1, enrolMessages.noProfile), z.maxLength(64)),
});
export type EnrolInput = z.output<typeof enrolInput>;
