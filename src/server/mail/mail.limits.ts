import type { Limit } from "../rate-limits.ts";

/** Limits the emails that visitors can cause from one client address, regardless of the kind. */
export const mailByAddress: Limit = { name: "mail-ip", points: 20, duration: 60 * 60 };
