// The product that the platform itself sells, with its monthly and yearly prices.
import type { Stripe } from "stripe";
import type { SandboxConfig } from "../../config.ts";
import { refusedParam } from "../http/errors.ts";
import { nowInSeconds } from "../ids.ts";
import type { Price, StripeStore } from "../store.ts";

const PRODUCT = "prod_sandboxpremium";
const AMOUNTS = { month: 600, year: 6000 } as const;

/** Creates the product and the prices in an empty store, as an operator does in the dashboard. */
export function seedPrices(store: StripeStore, { prices }: SandboxConfig["stripe"]): void {
  const created = nowInSeconds();
  if (!store.products.get(PRODUCT)) store.products.put(PRODUCT, premiumProduct(created));
  for (const interval of ["month", "year"] as const) {
    const id = prices[interval];
    if (!store.prices.get(id)) store.prices.put(id, recurringPrice(id, interval, created));
  }
}

function premiumProduct(created: number): Stripe.Product {
  return {
    id: PRODUCT,
    object: "product",
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: "Halaqa Premium",
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  };
}

function recurringPrice(id: string, interval: "month" | "year", created: number): Price {
  return {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created,
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: PRODUCT,
    recurring: {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: AMOUNTS[interval],
    unit_amount_decimal: String(AMOUNTS[interval]),
  };
}

/** @throws Stripe's error for a price that doesn't exist or isn't sold. */
export function findSoldPrice(store: StripeStore, id: string, param: string): Price {
  const price = store.prices.get(id);
  if (!price) throw refusedParam(param, `No such price: '${id}'`, "resource_missing");
  if (!price.active) {
    const message = `The price specified is inactive. This field only accepts active prices.`;
    throw refusedParam(param, message);
  }
  return price;
}

export function intervalOf(price: Price): "month" | "year" {
  return price.recurring?.interval === "year" ? "year" : "month";
}
