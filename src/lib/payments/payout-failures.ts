/** Why banks return payouts to teachers. */
import { getTexts } from "#translations/payments.ts";

const t = getTexts("payments");

/** What the teacher can do about Stripe's codes. */
const causes = {
  account_closed: "closed",
  bank_ownership_changed: "closed",
  no_account: "closed",
  incorrect_account_holder_address: "details",
  incorrect_account_holder_name: "details",
  incorrect_account_holder_tax_id: "details",
  invalid_account_number: "details",
  invalid_account_number_length: "details",
  account_frozen: "refused",
  bank_account_restricted: "refused",
  debit_not_authorized: "refused",
  declined: "refused",
  invalid_currency: "refused",
  unsupported_card: "refused",
} as const;

const isKnown = (code: string): code is keyof typeof causes => Object.hasOwn(causes, code);

export const causeOf = (code: string | null) =>
  code !== null && isKnown(code) ? causes[code] : "unknown";

/**
 * Why the bank returned a payout, in the language of the page.
 * @param failure Stripe's code. Without a known code, Stripe's own text is shown.
 */
export function describePayoutFailure(failure: string | null): string | null {
  const cause = causeOf(failure);
  return cause === "unknown" ? failure : t(`server.payoutFailure.${cause}`);
}
