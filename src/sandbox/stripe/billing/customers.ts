import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import { type Cause, noCall } from "../events.ts";
import { listPage } from "../http/lists.ts";
import { page, text } from "../http/params.ts";
import { newId } from "../ids.ts";
import { find, idOf } from "../store.ts";
import { billingNow } from "./billing-clock.ts";
import { endSubscription } from "./subscription-changes.ts";

export const listCustomersParams = z.strictObject({ ...page, email: z.optional(text) });

export function createCustomer(stripe: StripeContext, email: string | null): Stripe.Customer {
  const { store, emit } = stripe;
  const id = newId("cus", 14);
  const customer: Stripe.Customer = {
    id,
    object: "customer",
    address: null,
    balance: 0,
    created: billingNow(store),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  emit({ type: "customer.created", object: customer });
  return store.customers.put(id, customer);
}

/** As at Stripe, a deleted customer can still be read, but has only an ID. */
export function getCustomer({ store }: StripeContext, id: string): object {
  if (store.deletedCustomers.get(id)) return deletedCustomer(id);
  return find(store.customers, "customer", id);
}

export function listCustomers(
  { store }: StripeContext,
  input: z.output<typeof listCustomersParams>,
) {
  const all = store.customers.list().filter(({ email }) => (input.email ?? email) === email);
  return listPage(all, input, "/v1/customers");
}

/** Deletes the customer, including all personal data. Ends all subscriptions immediately. */
export function deleteCustomer(stripe: StripeContext, id: string, cause: Cause = noCall): object {
  const { store, emit } = stripe;
  const customer = find(store.customers, "customer", id);
  for (const subscription of store.subscriptions.list()) {
    const isOpen = subscription.status !== "canceled" && idOf(subscription.customer) === id;
    if (isOpen) endSubscription(stripe, subscription, "cancellation_requested", cause);
  }
  store.customers.delete(id);
  store.deletedCustomers.put(id, { id, at: billingNow(store) });
  emit({ type: "customer.deleted", object: customer, cause });
  return deletedCustomer(id);
}

function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: "customer", deleted: true };
}
