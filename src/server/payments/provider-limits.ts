/**
 * How often people can make us ask the payment provider, whose own limit is one for all of us: who
 * uses that up stops everybody's checkouts. Whatever our own books can tell is told from them beyond
 * these limits.
 */
import type { Limit } from "../rate-limits.ts";

const minute = 60;

/** Looks at one checkout, by who comes back from it: webhook and reconciling settle it as well. */
export const checkoutLookups: Limit = { name: "checkout-looks", points: 20, duration: minute };

/** Looks at one teacher's account. */
export const accountLookups: Limit = { name: "account-looks", points: 60, duration: 10 * minute };

/** Addresses of the provider's pages, for one teacher. */
export const accountLinkRequests: Limit = {
  name: "account-pages",
  points: 40,
  duration: 10 * minute,
  message: "You have opened these pages too often. Please try again in a few minutes.",
};

/** Looks at one teacher's earnings: each reads up to 2,000 movements, 100 at a time. */
export const earningsLookups: Limit = {
  name: "earnings-looks",
  points: 60,
  duration: 10 * minute,
  message: "You have opened your earnings too often. Please try again in a few minutes.",
};

/** Files of one teacher's earnings: each reads everything. */
export const earningsExports: Limit = {
  name: "earnings-files",
  points: 20,
  duration: 60 * minute,
  message: "You have exported your earnings too often. Please try again in an hour.",
};
