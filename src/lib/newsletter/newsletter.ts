/** The newsletter: subscribing, confirming the email address, and unsubscribing. */
import * as z from "zod/mini";
import { getTexts } from "#translations/newsletter.ts";
import { email } from "../accounts/accounts.ts";
import { honeypot, honeypotField } from "../honeypot.ts";

const t = getTexts("newsletter");

export const subscribeInput = z.object({ email, [honeypotField]: honeypot });
export type SubscribeInput = z.output<typeof subscribeInput>;

/** The 256-bit token of a link in an email. */
export const newsletterToken = z
  .string({ error: () => t("invalid.token") })
  .check(z.regex(/^[\w-]{43}$/, { error: () => t("invalid.incompleteToken") }));

export const newsletterTokenInput = z.object({ token: newsletterToken });

export const newsletterEmailLength = 254;

/** For how many days the confirmation link is valid. */
export const confirmationDays = 7;
