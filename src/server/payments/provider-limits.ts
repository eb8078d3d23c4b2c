/**
 * Limits on requests that lead to calls to the payment provider. The provider's own limit applies
 * to the whole platform, so one person who exhausted it would block all checkouts. Beyond these
 * limits, responses are based on our own records.
 */
import { getTexts } from "#translations/translate.ts";
import type { Limit } from "../rate-limits.ts";

const t = getTexts("payments");

const minute = 60;

/**
 * Lookups of one checkout by people who return from it. The webhook and reconciliation settle it as
 * well.
 */
export const checkoutLookups: Limit = { name: "checkout-looks", points: 20, duration: minute };

/** Lookups of one teacher's account. */
export const accountLookups: Limit = { name: "account-looks", points: 60, duration: 10 * minute };

/** Requests for URLs of the provider's pages, per teacher. */
export const accountLinkRequests: Limit = {
  name: "account-pages",
  points: 40,
  duration: 10 * minute,
  get message() {
    return t("server.tooManyPages");
  },
};

/** Lookups of one teacher's earnings. Each reads up to 2,000 transactions, 100 at a time. */
export const earningsLookups: Limit = {
  name: "earnings-looks",
  points: 60,
  duration: 10 * minute,
  get message() {
    return t("server.tooManyLookups");
  },
};

/** Exports of one teacher's earnings. Each reads all transactions. */
export const earningsExports: Limit = {
  name: "earnings-files",
  points: 20,
  duration: 60 * minute,
  get message() {
    return t("server.tooManyExports");
  },
};
