import * as z from "zod/mini";
import { boolean, currency, metadata, page, text } from "../http/params.ts";

const capability = z.optional(z.strictObject({ requested: z.optional(boolean) }));

const changeable = {
  business_profile: z.optional(
    z.strictObject({
      mcc: z.optional(text),
      name: z.optional(text),
      product_description: z.optional(text),
      support_email: z.optional(text),
      support_phone: z.optional(text),
      support_url: z.optional(text),
      url: z.optional(text),
    }),
  ),
  business_type: z.optional(z.enum(["company", "government_entity", "individual", "non_profit"])),
  capabilities: z.optional(z.strictObject({ card_payments: capability, transfers: capability })),
  default_currency: z.optional(currency),
  email: z.optional(text),
  metadata: z.optional(metadata),
};

export const createAccountParams = z.strictObject({
  ...changeable,
  country: z.optional(text),
  settings: z.optional(
    z.strictObject({
      payouts: z.optional(
        z.strictObject({ statement_descriptor: z.optional(text.check(z.maxLength(22))) }),
      ),
    }),
  ),
  tos_acceptance: z.optional(
    z.strictObject({ service_agreement: z.optional(z.enum(["full", "recipient"])) }),
  ),
  controller: z.optional(
    z.strictObject({
      fees: z.optional(z.strictObject({ payer: z.optional(z.enum(["account", "application"])) })),
      losses: z.optional(
        z.strictObject({ payments: z.optional(z.enum(["application", "stripe"])) }),
      ),
      requirement_collection: z.optional(z.enum(["application", "stripe"])),
      stripe_dashboard: z.optional(
        z.strictObject({ type: z.optional(z.enum(["express", "full", "none"])) }),
      ),
    }),
  ),
  type: z.optional(z.enum(["custom", "express", "standard"])),
});
export const updateAccountParams = z.strictObject(changeable);
export const listAccountsParams = z.strictObject(page);

export type CreateAccount = z.output<typeof createAccountParams>;
