/** How the guardians of children consent to emails about them. */
import * as z from "zod/mini";

export const guardianConsentPath = "/guardian/confirm";

/** For how many days the link in a confirmation request is valid. */
export const guardianConfirmationDays = 30;

export const guardianAnswers = ["confirm", "decline", "decline-all"] as const;
export type GuardianAnswer = (typeof guardianAnswers)[number];

export const guardianConsentToken = z.string().check(z.maxLength(200));

export const guardianConsentInput = z.object({
  token: guardianConsentToken,
  answer: z.enum(guardianAnswers),
  /** The student in question. Not required to decline all requests. */
  student: z.optional(z.string().check(z.maxLength(64))),
});
export type GuardianConsentInput = z.output<typeof guardianConsentInput>;
