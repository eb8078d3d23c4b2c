/** The newsletter: subscribing, confirming the email address, and unsubscribing. */
import * as z from "zod/mini";
import { email } from "../accounts/accounts.ts";
import { honeypot, honeypotField } from "../honeypot.ts";

export const subscribeInput = z.object({ email, [honeypotField]: honeypot });
export type SubscribeInput = z.output<typeof subscribeInput>;

/** The 256-bit token of a link in an email. */
export const newsletterToken = z
  .string("Please open the link from our email.")
  .check(z.regex(/^[\w-]{43}$/, "This link is incomplete. Please open it from our email again."));

export const newsletterTokenInput = z.object({ token: newsletterToken });

export const newsletterEmailLength = 254;

/** For how many days the confirmation link is valid. */
export const confirmationDays = 7;

export const newsletterMessages = {
  requested: "Please check your inbox and confirm your email address.",
  confirmed: "Your subscription is confirmed.",
  unsubscribed: "You are unsubscribed.",
  expired: `This link has already been used, or is older than ${confirmationDays} days.`,
} as const;
