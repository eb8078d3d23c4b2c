/** Responses about a teacher's payment account. */
import * as z from "zod/mini";
import { serviceAgreements } from "./payout-countries.ts";

/** The account as the payment provider reports it. */
export const paymentAccountSchema = z.object({
  id: z.string(),
  details_submitted: z.boolean(),
  charges_enabled: z.boolean(),
});
export type PaymentAccount = z.output<typeof paymentAccountSchema>;

export const accountSetupSchema = z.object({ result: z.object({ accountLink: z.string() }) });

/** The account's page at the provider. */
export const providerPageSchema = z.object({ url: z.string() });

/**
 * none: never started; unfinished: details are missing; active: can accept payments; restricted:
 * can't accept payments at the moment; disconnected: by its owner.
 */
const accountStatus = z.enum(["none", "unfinished", "active", "restricted", "disconnected"]);
export type AccountStatus = z.output<typeof accountStatus>;

/** The status of the account in our records. */
export const accountStatusSchema = z.object({
  standing: accountStatus,
  /** The country of the account. Null without an account. */
  country: z.nullable(z.string()),
  /** Under `none`, the platform pays the teacher instead of Stripe. */
  agreement: z.nullable(z.enum(serviceAgreements)),
  /** The country that the form proposes. */
  proposedCountry: z.string(),
  /** The country of the platform's own account, on which the agreements depend. */
  platformCountry: z.string(),
});
export type AccountStanding = z.output<typeof accountStatusSchema>;
