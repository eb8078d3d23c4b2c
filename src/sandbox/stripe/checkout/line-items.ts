import type * as z from "zod/mini";
import { findSoldPrice } from "../billing/prices.ts";
import { invalidParam } from "../http/errors.ts";
import { newId, nowInSeconds } from "../ids.ts";
import type { LineItem, Price, StripeStore } from "../store.ts";
import type { createSessionParams } from "./session-params.ts";

type CreateSession = z.output<typeof createSessionParams>;
type RequestedItem = CreateSession["line_items"][number];

/** Creates the line items, each with its price. All have the same currency. */
export function makeLineItems(store: StripeStore, input: CreateSession): LineItem[] {
  const items = input.line_items.map((item, index) => {
    const { price, description } = findPrice(store, item, index);
    return makeLineItem(price, description, item.quantity);
  });
  items.forEach(({ currency, price }, index) => {
    checkRecurring(price, input.mode, index);
    if (currency === items[0]?.currency) return;
    throw invalidParam(
      `line_items[${index}][price_data][currency]`,
      "All line items must have the same currency.",
    );
  });
  return items;
}

function findPrice(
  store: StripeStore,
  { price, price_data }: RequestedItem,
  index: number,
): { price: Price; description: string } {
  const param = `line_items[${index}]`;
  if (price !== undefined && price_data === undefined) {
    const found = findSoldPrice(store, price, `${param}[price]`);
    return { price: found, description: store.products.get(String(found.product))?.name ?? "" };
  }
  if (price !== undefined || price_data === undefined) {
    const message = `You must specify either \`price\` or \`price_data\` in each line item.`;
    throw invalidParam(param, message, "parameter_missing");
  }
  return { price: oneTimePrice(price_data), description: price_data.product_data.name };
}

function checkRecurring(price: Price, mode: CreateSession["mode"], index: number): void {
  const isRecurring = price.type === "recurring";
  if (mode === "payment" && isRecurring) {
    throw invalidParam(
      `line_items[${index}]`,
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
    );
  }
  if (mode === "subscription" && !isRecurring) {
    throw invalidParam(
      `line_items[${index}]`,
      "You must provide at least one recurring price in `subscription` mode when using prices.",
    );
  }
}

function makeLineItem(price: Price, description: string, quantity: number): LineItem {
  const total = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}

function oneTimePrice({ currency, unit_amount }: NonNullable<RequestedItem["price_data"]>): Price {
  return {
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
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  };
}
