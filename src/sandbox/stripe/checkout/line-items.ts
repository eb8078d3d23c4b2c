import type * as z from "zod/mini";
import { invalidParam } from "../http/errors.ts";
import { newId, nowInSeconds } from "../ids.ts";
import type { LineItem } from "../store.ts";
import type { createSessionParams } from "./session-params.ts";

type RequestedItem = z.output<typeof createSessionParams>["line_items"];

/** Creates the line items, each with its own price. All have the same currency. */
export function makeLineItems(requested: RequestedItem): LineItem[] {
  const currency = requested[0]?.price_data.currency;
  return requested.map(({ price_data, quantity }, index) => {
    if (price_data.currency !== currency) {
      throw invalidParam(
        `line_items[${index}][price_data][currency]`,
        "All line items must have the same currency.",
      );
    }
    const total = price_data.unit_amount * quantity;
    return {
      id: newId("li"),
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency,
      description: price_data.product_data.name,
      metadata: {},
      price: {
        id: newId("price"),
        object: "price",
        active: false,
        billing_scheme: "per_unit",
        created: nowInSeconds(),
        currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: null,
        metadata: {},
        nickname: null,
        product: newId("prod", 14),
        recurring: null,
        tax_behavior: "unspecified",
        tiers_mode: null,
        transform_quantity: null,
        type: "one_time",
        unit_amount: price_data.unit_amount,
        unit_amount_decimal: String(price_data.unit_amount),
      },
      quantity,
    };
  });
}
