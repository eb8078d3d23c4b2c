/** The input for enrolling in a course. */
import * as z from "zod/mini";
import { enrollMessages } from "./enrollments.ts";

export const enrollInput = z.object({
  studentId: z
    .string(enrollMessages.noProfile)
    .check(z.trim(), z.minLength(1, enrollMessages.noProfile), z.maxLength(64)),
});
export type EnrollInput = z.output<typeof enrollInput>;
