/** The platform's fee on a payment. Staff change it in the console (`platformFee` in the settings). */
import { percentOf } from "#lib/payments/percent.ts";
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

/** The fee that pages show, in percent. */
export function readPlatformFee(
  context: Pick<Context, "config" | "settings">,
  now = new Date(),
): number {
  return standardFee(readSetting(context, "platformFee"), context.config.platformFeePercent, now);
}
