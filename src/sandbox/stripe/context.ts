import type { Emit } from "./events.ts";
import type { StripeStore } from "./store.ts";

/** What the use cases of the simulated Stripe work with. */
export interface StripeContext {
  baseUrl: string;
  store: StripeStore;
  emit: Emit;
}
