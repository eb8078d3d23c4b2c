/** How the guardians of children consent to emails about them. */
import * as z from "zod/mini";

export const guardianConsentPath = "/guardian/confirm";

/** The page on which students see whether their guardian has confirmed. */
export const guardianSettingsPath = "/dashboard?tab=settings#guardian";

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

export const guardianConsentMessages = {
  expired: "This link no longer works. Ask the student to send a new confirmation request.",
  requested: "We emailed your guardian a request to confirm.",
  nobody: "Add a guardian's email address to your profile first.",
  confirmed: "Your guardian has already confirmed.",
  declined: "Your guardian doesn't want emails from us.",
  tooSoon: "We have already emailed your guardian. Please ask them to check their inbox.",
  ownAddress: "Enter a parent or guardian's contact, not your own email address.",
  notYet: "Your guardian hasn't confirmed their email address yet.",
} as const;
