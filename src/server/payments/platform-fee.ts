import type { Config } from "../config/config.ts";

/**
 * The platform's fee on a payment, in whole cents. It is stored with the payment, so later changes
 * of the configuration apply to new payments only.
 */
export function findPlatformFee(
  { platformFeePercent }: Pick<Config, "platformFeePercent">,
  amountCents: number,
): number {
  return Math.round((amountCents * platformFeePercent) / 100);
}
