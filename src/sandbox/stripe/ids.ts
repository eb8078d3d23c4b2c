import { customAlphabet } from "nanoid";

const random = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 24);

/** A new id in Stripe's format: `re_` and 24 letters or digits. */
export function newId(prefix: string, length?: number): string {
  return `${prefix}_${random(length)}`;
}

/** The time in Stripe's format: whole seconds since 1970. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
