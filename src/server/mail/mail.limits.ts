import type { Limit } from "../rate-limits.ts";

/** Emails that strangers may cause from one client's address, whatever they ask for. */
export const mailByAddress: Limit = { name: "mail-ip", points: 20, duration: 60 * 60 };
