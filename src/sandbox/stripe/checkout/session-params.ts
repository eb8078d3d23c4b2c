import * as z from "zod/mini";
import { boolean, currency, integer, list, metadata, text, webAddress } from "../http/params.ts";

const amount = integer.check(z.minimum(0), z.maximum(99_999_999));

const lineItem = z.strictObject({
  price: z.optional(text),
  price_data: z.optional(
    z.strictObject({
      currency,
      product_data: z.strictObject({
        description: z.optional(text),
        images: z.optional(list(webAddress)),
        metadata: z.optional(metadata),
        name: text,
      }),
      unit_amount: amount,
    }),
  ),
  quantity: integer.check(z.minimum(1), z.maximum(999_999)),
});

/**
 * The parameters that the product uses, for one card payment or a subscription. Others are rejected
 * as unknown.
 */
export const createSessionParams = z.strictObject({
  allowed_payment_method_types: z.optional(list(z.enum(["card"]))),
  automatic_tax: z.optional(z.strictObject({ enabled: boolean })),
  billing_address_collection: z.optional(z.enum(["auto", "required"])),
  cancel_url: z.optional(webAddress),
  client_reference_id: z.optional(text.check(z.maxLength(200))),
  customer: z.optional(text),
  customer_creation: z.optional(z.enum(["always", "if_required"])),
  customer_email: z.optional(text.check(z.maxLength(800))),
  expires_at: z.optional(integer),
  line_items: list(lineItem).check(z.minLength(1), z.maxLength(100)),
  locale: z.optional(z.enum(["auto", "en"])),
  metadata: z.optional(metadata),
  mode: z.enum(["payment", "subscription"]),
  payment_intent_data: z.optional(
    z.strictObject({
      application_fee_amount: z.optional(amount),
      description: z.optional(text),
      metadata: z.optional(metadata),
      on_behalf_of: z.optional(text),
      receipt_email: z.optional(text),
      statement_descriptor_suffix: z.optional(
        text.check(z.maxLength(22), z.regex(/[A-Za-z]/), z.regex(/^[^<>\\'"*]+$/)),
      ),
      transfer_data: z.optional(z.strictObject({ destination: text })),
    }),
  ),
  payment_method_collection: z.optional(z.enum(["always", "if_required"])),
  payment_method_types: z.optional(list(z.enum(["card"]))),
  subscription_data: z.optional(
    z.strictObject({
      description: z.optional(text),
      metadata: z.optional(metadata),
      trial_period_days: z.optional(integer.check(z.minimum(1), z.maximum(730))),
    }),
  ),
  submit_type: z.optional(z.enum(["auto", "book", "donate", "pay"])),
  success_url: webAddress,
  ui_mode: z.optional(z.enum(["hosted_page"])),
});
