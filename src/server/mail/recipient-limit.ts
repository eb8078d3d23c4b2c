/**
 * Limits the emails that strangers can cause to one address with all forms together. The forms have
 * limits of their own, which add up to 50 an hour.
 */
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { keyedHash } from "../crypto.ts";
import { type Budget, takeShare } from "../http/budgets.ts";

const hour = 60 * 60;

const mailToAddress: Budget = {
  bySource: { name: "mail-to-ip-email", points: 15, duration: hour },
  shared: { name: "mail-to-email", points: 15, duration: hour },
  reserves: [{ name: "mail-to-reserve", points: 5, duration: hour }],
};

interface Requested {
  /** The entered address. */
  email: string;
  /** The client address of the request. */
  source: string;
}

/** Counts an email to an address that anyone may have entered. @throws AppError `rate_limited`. */
export async function countMailTo(context: Context, { email, source }: Requested): Promise<void> {
  const address = keyedHash(context.config.appSecret, "limit", email);
  await takeShare(context, mailToAddress, { address, source });
}

/**
 * Counts the email, for forms whose response must not depend on the limit. @returns whether to send
 * it.
 */
export async function mayMailTo(context: Context, requested: Requested): Promise<boolean> {
  try {
    await countMailTo(context, requested);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}
