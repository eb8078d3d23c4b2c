import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import {
  ownPlanSchema,
  planCheckoutSchema,
  planInvoicesSchema,
  planPortalSchema,
} from "#lib/plans/plans.responses.ts";
import { planCheckoutInput, planRenewalInput } from "#lib/plans/plans.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import { localizeReturn } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { neverStored } from "../http/never-stored.ts";
import { validate } from "../http/validate.ts";
import { readOwnPlan } from "./entitlements.ts";
import {
  listPlanInvoices,
  openPlanPortal,
  returnFromPlanCheckout,
  returnFromPortal,
  setPlanRenewal,
} from "./plan-changes.ts";
import { requireSales, startPlanCheckout } from "./plan-checkout.ts";

const tag = "plans";
const unavailable = "The payment provider is unavailable; try again";
const noSubscription = "No subscription";
const notHere = "Requested inside the meeting service's app, where nothing may be sold";

/** Mounted under /plans. */
export function planRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/me",
      documented(tag, "The logged-in person's plan and what it includes", {
        bearer: true,
        data: ownPlanSchema,
      }),
      signedIn,
      async (c) => ok(c, await readOwnPlan(context, c.var.actor.userId)),
    )
    .put(
      "/me/renewal",
      documented(tag, "Cancel the subscription at the end of its period, or continue it", {
        description: "A subscription whose renewal couldn't be paid is canceled immediately.",
        bearer: true,
        data: ownPlanSchema,
        refusals: { 404: noSubscription, 409: "It has ended", 503: unavailable },
      }),
      signedIn,
      validate("json", planRenewalInput),
      async (c) => {
        return ok(c, await setPlanRenewal(context, c.var.actor, c.req.valid("json").renews));
      },
    )
    .get(
      "/me/invoices",
      documented(tag, "The logged-in person's invoices, newest first", {
        bearer: true,
        data: planInvoicesSchema,
      }),
      signedIn,
      async (c) => ok(c, { invoices: await listPlanInvoices(context, c.var.actor) }),
    )
    .post(
      "/checkout",
      documented(tag, "Subscribe to the premium plan: continue at data.checkoutUrl", {
        bearer: true,
        data: planCheckoutSchema,
        refusals: {
          403: `${notHere}, or no profile yet`,
          409: "Already subscribed, or the plan is included",
          503: unavailable,
        },
      }),
      signedIn,
      validate("json", planCheckoutInput),
      async (c) => {
        requireSales(c.req.header("user-agent"));
        const { interval } = c.req.valid("json");
        return ok(c, { checkoutUrl: await startPlanCheckout(context, c.var.actor, interval) });
      },
    )
    .post(
      "/portal",
      documented(tag, "The provider's page of the subscription: continue at data.portalUrl", {
        bearer: true,
        data: planPortalSchema,
        refusals: { 403: notHere, 404: noSubscription, 503: unavailable },
      }),
      signedIn,
      async (c) => {
        requireSales(c.req.header("user-agent"));
        return ok(c, { portalUrl: await openPlanPortal(context, c.var.actor) });
      },
    )
    .get("/checkout/return", describeReturn("a checkout"), neverStored, async (c) => {
      const { session_id: sessionId = "", language } = c.req.query();
      return c.redirect(localizeReturn(await returnFromPlanCheckout(context, sessionId), language));
    })
    .get("/portal/return", describeReturn("the provider's page"), neverStored, async (c) => {
      const actor = await findSession(context, c.req.header("cookie"));
      const path = await returnFromPortal(context, actor);
      return c.redirect(localizeReturn(path, c.req.query("language")));
    });
}

function describeReturn(page: string) {
  return describeRoute({
    tags: [tag],
    summary: `Return from ${page}; redirects to the plan in the dashboard`,
    responses: { 302: { description: "Redirects to /dashboard?tab=settings" } },
  });
}
