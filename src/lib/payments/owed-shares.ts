/** Inputs of the console's calls about shares that the platform owes. */
import * as z from "zod/mini";
import { getTexts } from "#translations/payouts.ts";
import { reasonInput, seenInstant, staffTableQuery } from "../staff/staff.ts";
import { requiredLine } from "../text/text-schemas.ts";

const t = getTexts("payouts");

export const owedSharesQuery = z.object(staffTableQuery);
export type OwedSharesQuery = z.output<typeof owedSharesQuery>;

export const sharePayoutInput = z.object({
  /** In dollars. */
  amount: z
    .number({ error: () => t("invalid.amount") })
    .check(
      z.minimum(0.01, { error: () => t("invalid.amount") }),
      z.maximum(1_000_000, { error: () => t("invalid.amount") }),
      z.multipleOf(0.01, { error: () => t("invalid.amount") }),
    ),
  reference: requiredLine(100, () => t("invalid.reference")),
  /**
   * Since when the teacher is suspended, if the bookkeeper has confirmed a payout during this suspension.
   * Null if the teacher isn't suspended, as far as the bookkeeper knows.
   */
  seenSuspension: z._default(seenInstant, null),
});
export type SharePayoutInput = z.output<typeof sharePayoutInput>;

export const voidedPayoutInput = z.object({
  payoutId: z
    .string({ error: () => t("invalid.payout") })
    .check(z.minLength(1, { error: () => t("invalid.payout") }), z.maxLength(64)),
  reason: reasonInput,
});
export type VoidedPayoutInput = z.output<typeof voidedPayoutInput>;
