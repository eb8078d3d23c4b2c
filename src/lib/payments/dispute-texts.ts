/** The texts about disputed payments, as shown to teachers. */
import { getTexts, type PaymentsTexts } from "#translations/payments.ts";
import type { DisputeStatus } from "./disputes.ts";

const t = getTexts("payments");

/**
 * The status as a label.
 * @param isQuestion whether it is only an inquiry, which is closed once it is `won`.
 */
export function labelDispute(status: DisputeStatus, isQuestion: boolean): string {
  return t(`disputeStatus.${isQuestion && status === "won" ? "closed" : status}`);
}

/** The banks' reasons for disputes. */
const reasons = [
  "bank_cannot_process",
  "credit_not_processed",
  "duplicate",
  "fraudulent",
  "general",
  "product_not_received",
  "product_unacceptable",
  "subscription_canceled",
  "unrecognized",
] as const satisfies ReasonOf<keyof PaymentsTexts>[];

type ReasonOf<Key> = Key extends `server.disputeReason.${infer Reason}` ? Reason : never;

/** A sentence without a period, as shown to teachers. */
export function describeDisputeReason(reason: string): string {
  const known = reasons.find((each) => each === reason) ?? "general";
  return t(`server.disputeReason.${known}`);
}
