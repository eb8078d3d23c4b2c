/** The platform's fee on a payment. Staff change it in the console (`platformFee` in the settings). */
import { minPaidPrice, toCents } from "#lib/payments/money.ts";
import { feeOfTeacher, standardFee } from "#lib/settings/settings.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { readSetting, readSettingIn } from "../settings/settings-store.ts";

/**
 * The fee on a payment to a teacher, in whole cents. It is stored with the payment, so later changes
 * apply to new payments only. It is read in the transaction, so that every sale after a change has
 * the new fee, whichever server makes it.
 */
export async function findPlatformFee(
  context: Pick<Context, "config">,
  tx: Db,
  { teacherId, amountCents }: { teacherId: string; amountCents: number },
): Promise<number> {
  const fee = await readSettingIn(context, tx, "platformFee");
  const percent = feeOfTeacher(fee, teacherId, context.config.platformFeePercent, new Date());
  return percentOf(amountCents, percent);
}

export const percentOf = (amountCents: number, percent: number): number =>
  Math.round((amountCents * percent) / 100);

/**
 * What Stripe charges the platform for a card payment, at most: 2.9% and 30 cents, and 1.5% more for
 * cards of other countries (https://stripe.com/pricing, read on 2026-11-28).
 */
const cardCost = { percent: 4.4, fixedCents: 30 };

/**
 * The lowest price at which the fee covers what Stripe charges, in cents, rounded up to a dollar. With
 * a fee below Stripe's percentage there is none.
 */
export function findCoveringPrice(feePercent: number): number {
  const marginPercent = feePercent - cardCost.percent;
  if (marginPercent <= 0) return toCents(minPaidPrice);
  return Math.ceil(cardCost.fixedCents / marginPercent) * 100;
}

/** The lowest price of a paid seat in the teacher's courses, in cents. */
export async function findMinimumPrice(
  context: Pick<Context, "config">,
  tx: Db,
  teacherId: string,
): Promise<number> {
  const set = await readSettingIn(context, tx, "minimumPrice");
  if (set !== null) return toCents(set);
  if (context.config.env === "demo") return toCents(minPaidPrice);
  const fee = await readSettingIn(context, tx, "platformFee");
  const { platformFeePercent } = context.config;
  return findCoveringPrice(feeOfTeacher(fee, teacherId, platformFeePercent, new Date()));
}

/** The fee that pages show, in percent. */
export function readPlatformFee(
  context: Pick<Context, "config" | "settings">,
  now = new Date(),
): number {
  return standardFee(readSetting(context, "platformFee"), context.config.platformFeePercent, now);
}
