import * as z from "zod/mini";
import { prose } from "../text/text-schemas.ts";
import { formatExactPrice, maxPrice, toCents, toDollars } from "./money.ts";

/** The number of partial refunds of one payment. Each is a call to the provider. */
export const maxPartialRefunds = 20;

/** The smallest partial refund in dollars, unless less than that is left. */
export const minPartialRefund = 0.5;

export const partialRefundMessages = {
  tooSmall: `Please refund at least ${formatExactPrice(minPartialRefund)}, or everything that is left.`,
  tooMany: `You've made ${maxPartialRefunds} partial refunds of this payment. You can still refund everything that is left.`,
} as const;

/**
 * A refund by a teacher. Without an amount, the remaining amount is refunded and the enrollment
 * ends. A partial refund needs an ID that stays the same for all retries, so that it is made only
 * once.
 */
export const refundInput = z
  .object({
    /** In dollars. */
    amount: z.optional(
      z.number("Please enter an amount.").check(
        z.positive("Please enter an amount above zero."),
        z.maximum(maxPrice, "This is more than the payment."),
        z.refine(
          (dollars) => toDollars(toCents(dollars)) === dollars,
          "Please enter dollars and cents.",
        ),
      ),
    ),
    /**
     * The refundable amount, in dollars, that the teacher saw. Another refund may have been made
     * since.
     */
    seen: z.optional(z.number("Please reload the page and try again.")),
    note: z.optional(prose(500)),
    requestId: z.optional(z.uuid("Please reload the page and try again.")),
  })
  .check(
    z.refine(({ amount, requestId }) => amount === undefined || requestId !== undefined, {
      path: ["requestId"],
      message: "Please reload the page and try again.",
    }),
  );
export type RefundInput = z.output<typeof refundInput>;

/** Parses an amount in dollars. @returns the amount, or an error message. */
export function readRefundAmount(typed: string, refundable: number): number | string {
  const text = typed.trim().replace(/^\$/, "");
  if (text === "") return "Please enter an amount.";
  if (!/^\d{1,5}([.,]\d{1,2})?$/.test(text)) return "Please enter dollars and cents, like 5.50.";
  const amount = Number(text.replace(",", "."));
  if (amount <= 0) return "Please enter an amount above zero.";
  if (amount > refundable) return `At most ${formatExactPrice(refundable)} can be refunded.`;
  if (amount < minPartialRefund && amount !== refundable) return partialRefundMessages.tooSmall;
  return amount;
}
