/** Starts the checkout of the premium plan. */
import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { enrollMessages, needsGuardian } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { isOngoing, type PlanInterval, plansPath } from "#lib/plans/plans.rules.ts";
import { maySellTo } from "#lib/plans/sales-place.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import { pageUrl, returnUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { planCheckouts, planSubscriptions } from "../db/tables/plans.table.ts";
import { transact } from "../db/transact.ts";
import { withinDeadline } from "../providers/stripe/failures.ts";
import type { Limit } from "../rate-limits.ts";
import { teachesPublicCourse } from "./entitlements.ts";
import { closePlanCheckout, openSession, type PlanCheckout } from "./plan-checkout-session.ts";

/** How long a person may take to subscribe. The provider accepts at least 30 minutes. */
const checkoutMs = 60 * 60 * 1000;

/** A checkout that ends sooner isn't offered again. */
const minimumLeftMs = 5 * 60 * 1000;

const texts = getTexts("plans");

/** Requests that lead to calls to the payment provider, whose own limit is shared by everyone. */
const planRequests: Limit = {
  name: "plan-requests",
  points: 30,
  duration: 10 * 60,
  get message() {
    return texts("server.tooManyRequests");
  },
};

/** @throws AppError `rate_limited`. */
export async function countPlanRequest({ limits }: Context, { userId }: Actor): Promise<void> {
  await limits.consume(planRequests, userId);
}

/**
 * @throws AppError `forbidden` inside the meeting service's app, where purchases aren't allowed.
 */
export function requireSales(userAgent: string | null | undefined): void {
  if (!maySellTo(userAgent)) throw new AppError("forbidden", texts("server.soldElsewhere"));
}

/**
 * Returns the page where the person subscribes. Repeated requests lead to the same page, even if
 * they are concurrent. Choosing the other interval closes the earlier checkout first, so that
 * nobody can subscribe twice.
 * @throws AppError `conflict` if the person is subscribed or the plan is included, `forbidden`
 * without a profile, `invalid_input` if a child has no guardian, `provider_unavailable`,
 * `rate_limited`.
 */
export async function startPlanCheckout(
  context: Context,
  actor: Actor,
  interval: PlanInterval,
): Promise<string> {
  await countPlanRequest(context, actor);
  return withinDeadline(texts("server.providerUnavailable"), async (deadline) => {
    await closeUnsuitable(context, actor.userId, interval);
    const checkout = await transact(context.db, (tx) => holdCheckout(context, tx, actor, interval));
    return checkout.checkoutUrl ?? openSession(context, checkout, deadline);
  });
}

/** Closes an open checkout that is about to end, or is for the other interval or an old price. */
async function closeUnsuitable(
  context: Context,
  userId: string,
  interval: PlanInterval,
): Promise<void> {
  const isOpen = and(eq(planCheckouts.userId, userId), eq(planCheckouts.status, "open"));
  const [open] = await context.db.select().from(planCheckouts).where(isOpen);
  if (!open) return;
  const price = open.request?.line_items?.[0]?.price;
  const isSuitable =
    open.interval === interval &&
    price === context.config.stripe.prices[interval] &&
    open.expiresAt.getTime() > Date.now() + minimumLeftMs;
  if (!isSuitable) await closePlanCheckout(context, open);
}

/** Stores the checkout, or returns the one that the person has already started. */
async function holdCheckout(
  context: Context,
  tx: Db,
  actor: Actor,
  interval: PlanInterval,
): Promise<PlanCheckout> {
  const [user] = await tx.select().from(users).where(eq(users.id, actor.userId)).for("update");
  if (!user || user.deletedAt) {
    throw new AppError("unauthenticated", generalMessages.unauthenticated);
  }
  await requireGuardian(tx, user.id);
  const subscriptions = await tx
    .select()
    .from(planSubscriptions)
    .where(eq(planSubscriptions.userId, user.id))
    .orderBy(planSubscriptions.createdAt);
  if (subscriptions.some(({ status }) => isOngoing(status))) {
    throw new AppError("conflict", texts("server.alreadySubscribed"));
  }
  if (await teachesPublicCourse(tx, user.id)) {
    throw new AppError("conflict", texts("server.alreadyIncluded"));
  }
  const isOpen = and(eq(planCheckouts.userId, user.id), eq(planCheckouts.status, "open"));
  const [open] = await tx.select().from(planCheckouts).where(isOpen);
  if (open?.interval === interval) return open;
  // At the same time, another tab has started a checkout for the other interval.
  if (open) throw new AppError("conflict", texts("server.otherCheckout"));
  const id = newId("pck");
  const expiresAt = new Date(Math.floor((Date.now() + checkoutMs) / 1000) * 1000);
  const request = checkoutRequest(context, {
    id,
    userId: user.id,
    email: user.email,
    customer: subscriptions.at(-1)?.customerId,
    interval,
    expiresAt,
    hasTrial: subscriptions.length === 0,
  });
  const [checkout] = await tx
    .insert(planCheckouts)
    .values({ id, userId: user.id, interval, request, expiresAt })
    .returning();
  if (!checkout) throw new Error("The checkout was not stored");
  return checkout;
}

/**
 * Children need a guardian before they pay, as for courses. Only a profile shows whether someone is
 * a child, so nobody can subscribe without one.
 */
async function requireGuardian(tx: Db, userId: string): Promise<void> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.userId, userId));
  if (!profile) throw new AppError("forbidden", texts("server.profileNeeded"));
  if (profile.role !== "student" || !needsGuardian(profile)) return;
  const fields = (["parentGuardianName", "parentGuardianContact"] as const)
    .filter((field) => !profile[field])
    .map((field) => ({ field, message: enrollMessages.guardian }));
  throw new AppError("invalid_input", enrollMessages.guardian, { fields });
}

interface RequestFacts {
  id: string;
  userId: string;
  email: string;
  /** The customer of an earlier subscription. */
  customer: string | undefined;
  interval: PlanInterval;
  expiresAt: Date;
  /** Only a first subscription has a trial. */
  hasTrial: boolean;
}

function checkoutRequest(
  { config }: Context,
  facts: RequestFacts,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { userId: facts.userId, checkoutId: facts.id };
  const trialDays = facts.hasTrial ? config.planTrialDays : 0;
  return {
    mode: "subscription",
    allowed_payment_method_types: ["card"],
    client_reference_id: facts.id,
    ...(facts.customer ? { customer: facts.customer } : { customer_email: facts.email }),
    line_items: [{ quantity: 1, price: config.stripe.prices[facts.interval] }],
    metadata,
    subscription_data: {
      metadata,
      ...(trialDays > 0 && { trial_period_days: trialDays }),
    },
    expires_at: Math.floor(facts.expiresAt.getTime() / 1000),
    success_url: returnUrl(config, "/api/plans/checkout/return?session_id={CHECKOUT_SESSION_ID}"),
    cancel_url: pageUrl(config, plansPath),
  };
}
