import { customAlphabet } from "nanoid";

const random = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 24);

/** A new ID in Stripe's format, such as `re_` and 24 letters or digits. */
export function newId(prefix: string, length?: number): string {
  return `${prefix}_${random(length)}`;
}

/** The current time in Stripe's format: whole seconds since the Unix epoch. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
