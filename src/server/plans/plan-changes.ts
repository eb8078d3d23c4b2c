/** What the owner of a subscription can do: manage it at the provider, cancel it, list invoices. */
import { and, desc, eq, ne } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { toDollars } from "#lib/payments/money.ts";
import type { OwnPlan, PlanInvoice } from "#lib/plans/plans.responses.ts";
import { isOngoing, planSettingsPath } from "#lib/plans/plans.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import { returnUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import { planCheckouts, planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { isMissing, isRefusal, withinDeadline } from "../providers/stripe/failures.ts";
import type { Limit } from "../rate-limits.ts";
import { readOwnPlan } from "./entitlements.ts";
import { countPlanRequest } from "./plan-checkout.ts";
import { settlePlanCheckout } from "./plan-checkout-session.ts";
import { isTakenBack } from "./plan-disputes.ts";
import type { SubscriptionRow } from "./subscription-facts.ts";
import { syncSubscription } from "./subscription-sync.ts";

const texts = getTexts("plans");

/**
 * Returns the provider's page where the person changes the card or the interval, cancels, and sees
 * invoices.
 *
 * @throws AppError `not_found` without a subscription, `provider_unavailable`, `rate_limited`.
 */
export async function openPlanPortal(context: Context, actor: Actor): Promise<string> {
  await countPlanRequest(context, actor);
  const [latest] = await listSubscriptions(context, actor.userId);
  if (!latest) throw new AppError("not_found", texts("server.noSubscription"));
  return withinDeadline(texts("server.providerUnavailable"), async () => {
    try {
      const session = await context.stripe.billingPortal.sessions.create({
        customer: latest.customerId,
        return_url: returnUrl(context.config, "/api/plans/portal/return"),
      });
      return session.url;
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new AppError("not_found", texts("server.noSubscription"), { cause: error });
    }
  });
}

/**
 * Cancels the subscription at the end of the paid period, or continues it. A subscription whose
 * renewal payment failed ends immediately, because there is no paid period. Calling this twice has
 * no further effect.
 * @throws AppError `not_found` without an ongoing subscription, `conflict` if it can't continue,
 * for example because a payment is disputed, `provider_unavailable`, `rate_limited`.
 */
export async function setPlanRenewal(
  context: Context,
  actor: Actor,
  renews: boolean,
): Promise<OwnPlan> {
  await countPlanRequest(context, actor);
  const all = await listSubscriptions(context, actor.userId);
  const ongoing = all.find(({ status }) => isOngoing(status));
  if (!ongoing) throw new AppError("not_found", texts("server.noSubscription"));
  if (renews && (await isTakenBack(context.db, ongoing.id))) {
    throw new AppError("conflict", texts("disputed"));
  }
  await withinDeadline(texts("server.providerUnavailable"), async () => {
    await changeRenewal(context, ongoing, renews);
    await syncSubscription(context, ongoing.id);
  });
  return readOwnPlan(context, actor.userId);
}

async function changeRenewal(
  { stripe }: Context,
  { id, status }: SubscriptionRow,
  renews: boolean,
): Promise<void> {
  const hasPaidPeriod = status === "active" || status === "trialing";
  try {
    if (renews || hasPaidPeriod) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: !renews });
    } else await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The subscription has ended in the meantime, which is what the person wanted.
    if (renews) throw new AppError("conflict", texts("server.hasEnded"), { cause: error });
  }
}

/** The person's invoices, newest first. Free periods and drafts are left out. */
export async function listPlanInvoices(context: Context, actor: Actor): Promise<PlanInvoice[]> {
  const rows = await context.db
    .select({ invoice: planInvoices })
    .from(planInvoices)
    .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
    .where(
      and(
        eq(planSubscriptions.userId, actor.userId),
        ne(planInvoices.status, "draft"),
        ne(planInvoices.status, "void"),
        ne(planInvoices.amountCents, 0),
      ),
    )
    .orderBy(desc(planInvoices.createdAt))
    .limit(100);
  return rows.map(({ invoice }) => ({
    _id: invoice.id,
    number: invoice.number,
    status: invoice.status === "paid" ? "paid" : "unpaid",
    amount: toDollars(invoice.amountCents),
    refunded: toDollars(invoice.refundedCents),
    issuedAt: invoice.createdAt.toISOString(),
    periodStart: invoice.periodStart.toISOString(),
    periodEnd: invoice.periodEnd.toISOString(),
    url: invoice.pageUrl,
  }));
}

/**
 * Lookups by people who return from the provider's pages. Anyone can open these URLs at any time.
 */
const returnLookups: Limit = { name: "plan-returns", points: 20, duration: 60 };

/**
 * Settles the checkout from which a person returns, and returns the path at which to continue. The
 * webhook and reconciliation settle it as well, so a failure only delays the result. Only our own
 * open checkouts are looked up at the provider.
 */
export async function returnFromPlanCheckout(context: Context, sessionId: string): Promise<string> {
  const open = /^cs_\w{1,250}$/.test(sessionId) && (await findOpenCheckout(context, sessionId));
  if (open && (await context.limits.tryConsume(returnLookups, open.id))) {
    await orLater(context, () => settlePlanCheckout(context, sessionId));
  }
  return planSettingsPath;
}

async function findOpenCheckout({ db }: Context, sessionId: string) {
  const [open] = await db
    .select({ id: planCheckouts.id })
    .from(planCheckouts)
    .where(and(eq(planCheckouts.sessionId, sessionId), eq(planCheckouts.status, "open")));
  return open;
}

/** Records what the person changed at the provider, and returns the path to continue at. */
export async function returnFromPortal(
  context: Context,
  actor: Actor | undefined,
): Promise<string> {
  if (!actor) return planSettingsPath;
  const [latest] = await listSubscriptions(context, actor.userId);
  if (latest && (await context.limits.tryConsume(returnLookups, actor.userId))) {
    await orLater(context, () => syncSubscription(context, latest.id));
  }
  return planSettingsPath;
}

async function orLater(context: Context, work: () => Promise<void>): Promise<void> {
  try {
    await withinDeadline(texts("server.providerUnavailable"), work);
  } catch (error) {
    context.log.warn({ err: error }, "A plan is recorded later");
  }
}

/** Newest first. */
function listSubscriptions({ db }: Context, userId: string): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(planSubscriptions)
    .where(eq(planSubscriptions.userId, userId))
    .orderBy(desc(planSubscriptions.createdAt));
}
