/**
 * The lowest price of a paid seat. The platform pays Stripe's fee on each sale, so below this
 * price, a sale costs more than it earns.
 */
import { findCoveringPrice } from "#lib/payments/card-costs.ts";
import { minPaidPrice, toCents } from "#lib/payments/money.ts";
import { feeOfTeacher, type SettingValues, standardFee } from "#lib/settings/settings.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { readSetting, readSettingIn } from "./settings-store.ts";

type Fee = SettingValues["platformFee"];

/** The lowest price in a teacher's courses, in cents, as it applies in the transaction. */
export async function findMinimumPrice(
  context: Pick<Context, "config">,
  tx: Db,
  teacherId: string,
): Promise<number> {
  const set = await readSettingIn(context, tx, "minimumPrice");
  return toMinimum(context, set, await readSettingIn(context, tx, "platformFee"), teacherId);
}

/** The lowest price in a teacher's courses, in cents, that pages show. */
export function readMinimumPrice(
  context: Pick<Context, "config" | "settings">,
  teacherId: string,
): number {
  const set = readSetting(context, "minimumPrice");
  return toMinimum(context, set, readSetting(context, "platformFee"), teacherId);
}

function toMinimum(
  { config }: Pick<Context, "config">,
  set: number | null,
  fee: Fee,
  teacherId: string,
): number {
  const smallest = toCents(minPaidPrice);
  if (set !== null) return Math.max(smallest, toCents(set));
  if (config.env === "demo") return smallest;
  const now = new Date();
  const own = findCoveringPrice(feeOfTeacher(fee, teacherId, config.platformFeePercent, now));
  const standard = findCoveringPrice(standardFee(fee, config.platformFeePercent, now));
  // A fee that covers no price, which the settings no longer accept, must not lower the minimum.
  return own ?? standard ?? smallest;
}
