/** How a payment stands, in the states of the console. */
import type { PaymentDisputeState } from "./staff-payments.ts";

interface Payment {
  status: "open" | "paid" | "expired" | "refunding" | "refunded";
  refundedCents: number;
  dispute: PaymentDisputeState | null;
}

export type ShownState = Payment["status"] | "partly" | "disputed" | "inquiry" | "won" | "lost";

/**
 * The states to show, the most important last. A payment that a bank has returned counts as refunded
 * in our records, but nobody refunded it.
 */
export function listStates({ status, refundedCents, dispute }: Payment): ShownState[] {
  if (dispute === "lost" && status === "refunded") {
    return refundedCents > 0 ? ["partly", "lost"] : ["lost"];
  }
  const state = status === "paid" && refundedCents > 0 ? "partly" : status;
  return dispute === null ? [state] : [state, dispute === "open" ? "disputed" : dispute];
}
