/** The input for enrolling in a course. */
import * as z from "zod/mini";
import { generalMessages } from "../general-messages.ts";
import { refundPolicies } from "../payments/refund-policy.ts";
import { enrollMessages } from "./enrollments.ts";

const unreadable = { error: () => generalMessages.reload };
const profileNeeded = { error: () => enrollMessages.noProfile };

export const enrollInput = z.object({
  studentId: z
    .string(profileNeeded)
    .check(z.trim(), z.minLength(1, profileNeeded), z.maxLength(64)),
  /** The terms that the page showed, so that nobody enrolls under terms that have just changed. */
  seen: z.optional(
    z.object(
      {
        /** In dollars. */
        price: z.number(unreadable),
        refundPolicy: z.enum(refundPolicies, unreadable),
        /** The number of upcoming classes. */
        classes: z.optional(z.int(unreadable)),
      },
      unreadable,
    ),
  ),
  /** Whether the student, or a parent, confirmed that a course for other ages is right. */
  outsideAudience: z.optional(z.boolean(unreadable)),
});
export type EnrollInput = z.output<typeof enrollInput>;
export type SeenTerms = NonNullable<EnrollInput["seen"]>;
