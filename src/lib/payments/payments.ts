/** Payment accounts and refunds, as the API describes them. */

import { getTexts } from "#translations/payments.ts";
import { getSupportAddress } from "../site/support-address.ts";
import { isolatedInRtl } from "../text/bidi.ts";
import { formatExactPrice, toDollars } from "./money.ts";
import type { AccountStatus, PaymentAccount } from "./payments.responses.ts";
import type { ServiceAgreement } from "./payout-countries.ts";

const t = getTexts("payments");

/** Whether a teacher can sell courses: the account exists, is complete and was approved. */
export function canTakePayments(account: PaymentAccount): boolean {
  return account.id !== "" && account.details_submitted && account.charges_enabled;
}

interface AccountFacts {
  agreement: ServiceAgreement;
  providerAccountId: string | null;
  detailsSubmitted: boolean;
  chargesEnabled: boolean;
  closedAt: Date | null;
}

export function accountStatusOf(account: AccountFacts | undefined): AccountStatus {
  if (account?.agreement === "none") return account.closedAt ? "none" : "active";
  if (!account?.providerAccountId) return "none";
  if (account.closedAt) return "disconnected";
  if (account.detailsSubmitted && account.chargesEnabled) return "active";
  return account.detailsSubmitted ? "restricted" : "unfinished";
}

/** The statuses that teachers are notified of. */
const notifiedStatuses = ["active", "restricted", "disconnected"] as const;
type NotifiedStatus = (typeof notifiedStatuses)[number];

export function isNotifiedStatus(status: AccountStatus): status is NotifiedStatus {
  return notifiedStatuses.some((each) => each === status);
}

/** The texts about a changed account: a title and a single sentence. */
export function describeAccountStatus(status: NotifiedStatus): { title: string; short: string } {
  return { title: t(`accountStatus.${status}.title`), short: t(`accountStatus.${status}.short`) };
}

/** A sentence that says how much of a payment can still be refunded. */
export function describeRefundable(cents: number): string {
  if (cents <= 0) return t("server.refundedInFull");
  return t("amount.atMost", { amount: formatExactPrice(toDollars(cents)) });
}

/** Messages about refunds. */
export const refundMessages = {
  get missing() {
    return t("server.missing");
  },
  get notPaid() {
    return t("server.notPaid");
  },
  get delayed() {
    return t("server.delayed");
  },
  /** @param cents the amount that can still be refunded. */
  changed(cents: number) {
    if (cents <= 0) return t("server.changedToNothing");
    return t("server.changed", { amount: formatExactPrice(toDollars(cents)) });
  },
  get otherRequest() {
    return t("server.otherRequest");
  },
  get disputed() {
    return t("server.disputed");
  },
  get disputedByYou() {
    return t("server.disputedByYou");
  },
  get notDue() {
    return t("server.notDue");
  },
  get refusedToStaff() {
    return t("server.refusedToStaff");
  },
  get refused() {
    return t("server.refused", { email: isolatedInRtl(getSupportAddress()) });
  },
};
