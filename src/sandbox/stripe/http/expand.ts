import { asOfNow } from "../balance/payouts.ts";
import type { StripeStore } from "../store.ts";
import { invalidParam, type StripeError } from "./errors.ts";
import { findExpandable, isExpandable } from "./expandable.ts";
import { wholeList } from "./lists.ts";

type Json = Record<string, unknown>;

const MAX_DEPTH = 4;

/**
 * A copy of the response in which the IDs at the paths (such as `data.latest_charge`) are replaced
 * by objects.
 */
export function expand(store: StripeStore, answer: object, paths: string[]): object {
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const fields = path.split(".");
    if (fields.length > MAX_DEPTH) {
      throw invalidParam(
        "expand",
        `You cannot expand more than ${MAX_DEPTH} levels of a property.`,
      );
    }
    expandField(store, copy, fields, path);
  }
  return copy;
}

function expandField(store: StripeStore, object: Json, fields: string[], path: string): void {
  if (fields.length === 0) return;
  if (object.object === "list") {
    const [data, ...rest] = fields;
    if (data !== "data" || rest.length === 0) throw notExpandable(path);
    for (const item of object.data as Json[]) expandField(store, item, rest, path);
    return;
  }
  const kind = String(object.object);
  const field = findExpandable(kind, fields);
  if (!field || !isExpandable(kind, fields)) throw notExpandable(path);
  const steps = fields.slice(0, field.length);
  const name = steps.pop() ?? "";
  const container = steps.reduce<unknown>((inner, step) => (inner as Json | null)?.[step], object);
  // Objects without this part, such as a failed charge without a transfer, don't change.
  if (typeof container !== "object" || container === null) return;
  const owner = container as Json;
  const value = owner[name] ?? hiddenField(store, object, name);
  if (value === null || value === undefined) return;
  const found = resolve(store, value);
  if (!found) throw new Error(`The sandbox doesn't store the object at ${path}`);
  owner[name] = found;
  expandField(store, found as Json, fields.slice(field.length), path);
}

function notExpandable(path: string): StripeError {
  const message = `This property cannot be expanded (${path}).`;
  return invalidParam("expand[0]", message, "property_cannot_be_expanded");
}

/** The object to which an expandable value refers. */
function resolve(store: StripeStore, value: unknown): object | undefined {
  if (typeof value === "object") return value ?? undefined;
  if (typeof value !== "string") return undefined;
  switch (value.slice(0, value.indexOf("_"))) {
    case "acct":
      return store.accounts.get(value);
    case "ch":
      return store.charges.get(value);
    case "cus":
      return store.customers.get(value);
    case "dp":
      return store.disputes.get(value);
    case "fee":
      return store.applicationFees.get(value);
    case "fr":
      return store.applicationFees
        .list()
        .flatMap(({ refunds }) => refunds.data)
        .find(({ id }) => id === value);
    case "in":
      return store.invoices.get(value);
    case "pi":
      return store.paymentIntents.get(value);
    case "po":
      return findPayout(store, value);
    case "price":
      return store.prices.get(value);
    case "prod":
      return store.products.get(value);
    case "py":
      return store.sellerCharges.get(value);
    case "pyr":
      return store.sellerRefunds.get(value);
    case "re":
      return store.refunds.get(value);
    case "sub":
      return store.subscriptions.get(value);
    case "tr":
      return store.transfers.get(value);
    case "trr":
      return store.transferReversals.get(value);
    case "txn":
      return store.balanceTransactions.get(value);
    default:
      return undefined;
  }
}

function findPayout(store: StripeStore, id: string): object | undefined {
  const record = store.payouts.get(id);
  return record && asOfNow(record.payout);
}

/** Fields that are included only on request. */
function hiddenField(store: StripeStore, object: Json, field: string): object | undefined {
  const id = String(object.id);
  if (object.object === "checkout.session" && field === "line_items") {
    const items = store.plans.get(id)?.lineItems ?? [];
    return wholeList(items, `/v1/checkout/sessions/${id}/line_items`);
  }
  if (object.object === "invoice" && field === "payments") {
    const payments = store.invoicePayments.list().filter(({ invoice }) => invoice === id);
    return wholeList(payments, `/v1/invoice_payments?invoice=${id}`);
  }
  if (object.object === "charge" && field === "refunds") {
    const refunds = store.refunds.list({ charge: id }).toReversed();
    return wholeList(refunds, `/v1/charges/${id}/refunds`);
  }
  return undefined;
}
