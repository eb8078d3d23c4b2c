/** The newsletter: asking for it, confirming the address, and leaving. */
import * as z from "zod/mini";
import { email } from "../accounts/accounts.ts";
import { honeypot, honeypotField } from "../honeypot.ts";

export const subscribeInput = z.object({ email, [honeypotField]: honeypot });
export type SubscribeInput = z.output<typeof subscribeInput>;

/** The token of a link in a mail: 256 bits. */
export const newsletterToken = z
  .string("Please open the link from the mail.")
  .check(z.regex(/^[\w-]{43}$/, "This link is not complete. Please open it from the mail again."));

export const newsletterTokenInput = z.object({ token: newsletterToken });

export const newsletterEmailLength = 254;

/** Days for which the link that confirms an address can be used. */
export const confirmationDays = 7;

export const newsletterMessages = {
  asked: "Please check your mailbox and confirm your address.",
  confirmed: "Your subscription is confirmed.",
  unsubscribed: "You are unsubscribed.",
  expired: `This link has been used, or is older than ${confirmationDays} days.`,
} as const;
