import type { Emit } from "./events.ts";
import type { StripeStore } from "./store.ts";

/** The dependencies of the simulated Stripe. */
export interface StripeContext {
  baseUrl: string;
  store: StripeStore;
  emit: Emit;
}
