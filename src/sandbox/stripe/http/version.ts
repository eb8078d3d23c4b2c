/** The version of Stripe's API that the sandbox implements. */
export const API_VERSION = "2026-10-28.endive";
