/** The input for enrolling in a course. */
import * as z from "zod/mini";
import { refundPolicies } from "../payments/refund-policy.ts";
import { enrollMessages } from "./enrollments.ts";

const unreadable = "Please reload the page and try again.";

export const enrollInput = z.object({
  studentId: z
    .string(enrollMessages.noProfile)
    .check(z.trim(), z.minLength(1, enrollMessages.noProfile), z.maxLength(64)),
  /** The terms that the page showed, so that nobody enrolls under terms that have just changed. */
  seen: z.optional(
    z.object(
      {
        /** In dollars. */
        price: z.number(unreadable),
        refundPolicy: z.enum(refundPolicies, unreadable),
        /** How many upcoming classes. */
        classes: z.optional(z.int(unreadable)),
      },
      unreadable,
    ),
  ),
});
export type EnrollInput = z.output<typeof enrollInput>;
export type SeenTerms = NonNullable<EnrollInput["seen"]>;
