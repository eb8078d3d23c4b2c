import * as z from "zod/mini";
import { getTexts } from "#translations/payments.ts";
import { generalMessages } from "../general-messages.ts";
import { normalizeDigits } from "../text/digits.ts";
import { prose } from "../text/text-schemas.ts";
import { formatExactPrice, maxPrice, toCents, toDollars } from "./money.ts";

const t = getTexts("payments");

/** The number of partial refunds of one payment. Each is a call to the provider. */
export const maxPartialRefunds = 20;

/** The smallest partial refund in dollars, unless less than that is left. */
export const minPartialRefund = 0.5;

export const partialRefundMessages = {
  get tooSmall() {
    return t("amount.tooSmall", { amount: formatExactPrice(minPartialRefund) });
  },
  get tooMany() {
    return t("server.tooManyPartial", { count: maxPartialRefunds });
  },
};

/** The amount of a refund, in dollars. */
export const refundAmount = z.number({ error: () => t("amount.missing") }).check(
  z.positive({ error: () => t("amount.notPositive") }),
  z.maximum(maxPrice, { error: () => t("amount.tooLarge") }),
  z.refine((dollars) => toDollars(toCents(dollars)) === dollars, {
    error: () => t("amount.format"),
  }),
);

/**
 * A refund by a teacher. Without an amount, the remaining amount is refunded and the enrollment
 * ends. A partial refund needs an ID that stays the same for all retries, so that it is made only
 * once.
 */
export const refundInput = z
  .object({
    amount: z.optional(refundAmount),
    /**
     * The refundable amount, in dollars, that the teacher saw. Another refund may have been made
     * since.
     */
    seen: z.optional(z.number({ error: () => generalMessages.reload })),
    note: z.optional(prose(500)),
    requestId: z.optional(z.uuid({ error: () => generalMessages.reload })),
  })
  .check(
    z.refine(({ amount, requestId }) => amount === undefined || requestId !== undefined, {
      path: ["requestId"],
      error: () => generalMessages.reload,
    }),
  );
export type RefundInput = z.output<typeof refundInput>;

/**
 * Parses an amount in dollars, with the digits and the decimal sign of any of our languages.
 * @returns the amount, or an error message.
 */
export function readRefundAmount(typed: string, refundable: number): number | string {
  const text = normalizeDigits(typed.replaceAll(/[$\s]/g, ""));
  if (text === "") return t("amount.missing");
  if (!/^\d{1,5}([.,٫]\d{1,2})?$/.test(text)) return t("amount.formatLike");
  const amount = Number(text.replace(/[,٫]/, "."));
  if (amount <= 0) return t("amount.notPositive");
  if (amount > refundable) {
    return t("amount.atMost", { amount: formatExactPrice(refundable) });
  }
  if (amount < minPartialRefund && amount !== refundable) return partialRefundMessages.tooSmall;
  return amount;
}
