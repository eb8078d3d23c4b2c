/**
 * The expandable fields of each kind of object, and the kind of object that each field refers to.
 * Stripe validates paths by kind, so a field may be expanded even if it has no value. Several kinds
 * are separated by "|".
 */
const expandable: Record<string, Record<string, string>> = {
  application_fee: {
    account: "account",
    balance_transaction: "balance_transaction",
    charge: "charge",
    originating_transaction: "charge",
  },
  balance_transaction: {
    source: "application_fee|charge|dispute|fee_refund|payout|refund|transfer|transfer_reversal",
  },
  charge: {
    application_fee: "application_fee",
    balance_transaction: "balance_transaction",
    customer: "customer",
    failure_balance_transaction: "balance_transaction",
    on_behalf_of: "account",
    payment_intent: "payment_intent",
    refunds: "list",
    source_transfer: "transfer",
    transfer: "transfer",
    "transfer_data.destination": "account",
  },
  "checkout.session": {
    customer: "customer",
    invoice: "invoice",
    line_items: "list",
    payment_intent: "payment_intent",
    subscription: "subscription",
  },
  dispute: { charge: "charge", payment_intent: "payment_intent" },
  fee_refund: { balance_transaction: "balance_transaction", fee: "application_fee" },
  invoice: {
    customer: "customer",
    "parent.subscription_details.subscription": "subscription",
    payments: "list",
  },
  invoice_payment: { invoice: "invoice", "payment.payment_intent": "payment_intent" },
  payment_intent: {
    customer: "customer",
    latest_charge: "charge",
    on_behalf_of: "account",
    "transfer_data.destination": "account",
  },
  payout: {
    balance_transaction: "balance_transaction",
    failure_balance_transaction: "balance_transaction",
    original_payout: "payout",
  },
  price: { product: "product" },
  refund: {
    balance_transaction: "balance_transaction",
    charge: "charge",
    failure_balance_transaction: "balance_transaction",
    payment_intent: "payment_intent",
    source_transfer_reversal: "transfer_reversal",
    transfer_reversal: "transfer_reversal",
  },
  subscription: { customer: "customer", latest_invoice: "invoice" },
  transfer: {
    balance_transaction: "balance_transaction",
    destination: "account",
    destination_payment: "charge",
    source_transaction: "charge",
  },
  transfer_reversal: {
    balance_transaction: "balance_transaction",
    destination_payment_refund: "refund",
    source_refund: "refund",
    transfer: "transfer",
  },
};

/** Whether objects of this kind have an expandable field at the path, whatever its value. */
export function isExpandable(kinds: string, path: string[]): boolean {
  if (path.length === 0) return true;
  return kinds.split("|").some((kind) => {
    // The items of a list have their own kinds.
    if (kind === "list") return path[0] === "data";
    const found = findExpandable(kind, path);
    return found !== undefined && isExpandable(found.kinds, path.slice(found.length));
  });
}

interface Expandable {
  kinds: string;
  /** How many segments of the path lead to the field. */
  length: number;
}

/** The expandable field at the start of the path; undefined if there is none. */
export function findExpandable(kind: string, path: string[]): Expandable | undefined {
  const fields = expandable[kind] ?? {};
  for (let length = 1; length <= path.length; length += 1) {
    const kinds = fields[path.slice(0, length).join(".")];
    if (kinds !== undefined) return { kinds, length };
  }
  return undefined;
}
