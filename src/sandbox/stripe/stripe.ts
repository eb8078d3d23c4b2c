import { Hono } from "hono";
import type { SandboxDeps } from "../deps.ts";
import { onboardingPages } from "./accounts/onboarding-page.ts";
import { stripeApi } from "./api.ts";
import { readLedger } from "./balance/ledger.ts";
import { clockRoute } from "./billing/clock-route.ts";
import { billingPages } from "./billing/portal-page.ts";
import { seedPrices } from "./billing/prices.ts";
import { runBilling } from "./billing/subscriptions.ts";
import { checkoutPages } from "./checkout/checkout-page.ts";
import { expireOverdueSessions } from "./checkout/sessions.ts";
import type { StripeContext } from "./context.ts";
import { deskPages } from "./disputes/desk-page.ts";
import { createEmit, signStripe } from "./events.ts";
import { openStripeStore } from "./store.ts";
import { seedEndpoints } from "./webhook-endpoints.ts";

export interface SandboxStripe {
  /** The API, the hosted pages and the summary for tests. */
  routes: Hono;
  /** Performs what happens as time passes: sessions expire, and subscriptions renew. */
  runOverdue(): void;
}

export function createStripe(deps: SandboxDeps): SandboxStripe {
  const { baseUrl, config, state, webhooks } = deps;
  const store = openStripeStore(state);
  state.transaction(() => {
    seedPrices(store, config.stripe);
    seedEndpoints(store, config.appUrl);
  });
  const stripe: StripeContext = { baseUrl, store, emit: createEmit(store, webhooks) };
  webhooks.register("stripe", (body, at) => signStripe(config.stripe.webhookSecret, body, at));
  const routes = new Hono()
    .get("/ledger", (c) => c.json(state.transaction(() => readLedger(stripe))))
    .route("/v1", stripeApi(deps, stripe))
    .route("/", checkoutPages(deps, stripe))
    .route("/", onboardingPages(deps, stripe))
    .route("/", deskPages(deps, stripe))
    .route("/", billingPages(deps, stripe))
    .route("/", clockRoute(deps, stripe));
  return {
    routes,
    runOverdue: () =>
      state.transaction(() => {
        expireOverdueSessions(stripe);
        runBilling(stripe);
      }),
  };
}
