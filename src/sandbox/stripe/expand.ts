import { invalidParam } from "./errors.ts";
import { wholeList } from "./lists.ts";
import { asOfNow } from "./payouts.ts";
import type { StripeStore } from "./store.ts";

type Json = Record<string, unknown>;

const DEEPEST = 4;

/** A copy of the answer with the ids at the paths (`data.latest_charge`) replaced by the objects. */
export function expand(store: StripeStore, answer: object, paths: string[]): object {
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const fields = path.split(".");
    if (fields.length > DEEPEST) {
      throw invalidParam("expand", `You cannot expand more than ${DEEPEST} levels of a property.`);
    }
    expandField(store, copy, fields, path);
  }
  return copy;
}

function expandField(store: StripeStore, object: Json, fields: string[], path: string): void {
  const [field, ...rest] = fields;
  if (field === undefined) return;
  const value = object[field];
  if (field === "data" && object.object === "list" && Array.isArray(value) && rest.length > 0) {
    for (const item of value) expandField(store, item as Json, rest, path);
    return;
  }
  const found = field in object ? resolve(store, value) : hiddenField(store, object, field);
  if (found === undefined) {
    const message = `This property cannot be expanded (${path}).`;
    throw invalidParam("expand[0]", message, "property_cannot_be_expanded");
  }
  object[field] = found;
  if (found !== null) expandField(store, found as Json, rest, path);
}

/** What an expandable value stands for; null stays null, undefined can't be expanded. */
function resolve(store: StripeStore, value: unknown): object | null | undefined {
  if (value === null) return null;
  if (typeof value === "object") return value;
  if (typeof value !== "string") return undefined;
  switch (value.slice(0, value.indexOf("_"))) {
    case "acct":
      return store.accounts.get(value);
    case "ch":
      return store.charges.get(value);
    case "dp":
      return store.disputes.get(value);
    case "fee":
      return store.applicationFees.get(value);
    case "pi":
      return store.paymentIntents.get(value);
    case "po":
      return findPayout(store, value);
    case "py":
      return store.sellerCharges.get(value);
    case "pyr":
      return store.sellerRefunds.get(value);
    case "re":
      return store.refunds.get(value);
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

/** Fields that are there only when they are asked for. */
function hiddenField(store: StripeStore, object: Json, field: string): object | undefined {
  const id = String(object.id);
  if (object.object === "checkout.session" && field === "line_items") {
    const items = store.plans.get(id)?.lineItems ?? [];
    return wholeList(items, `/v1/checkout/sessions/${id}/line_items`);
  }
  if (object.object === "charge" && field === "refunds") {
    const refunds = store.refunds.list({ charge: id }).toReversed();
    return wholeList(refunds, `/v1/charges/${id}/refunds`);
  }
  return undefined;
}
