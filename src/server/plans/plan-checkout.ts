/** Creates, recovers and settles the checkout of the premium plan. */
import { and, eq, inArray } from "drizzle-orm";
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
import {
  isInProgress,
  isMissing,
  isRefusal,
  isReplayedFailure,
  withinDeadline,
} from "../providers/stripe/failures.ts";
import type { Limit } from "../rate-limits.ts";
import { teachesPublicCourse } from "./entitlements.ts";
import { idOf } from "./subscription-facts.ts";
import { syncSubscription } from "./subscription-sync.ts";

type Checkout = typeof planCheckouts.$inferSelect;

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
): Promise<Checkout> {
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

/** How long to wait for another request that is creating the same session. */
const pauseMs = 200;

/**
 * Creates the session. The idempotency key belongs to the checkout, and the request is stored, so
 * every retry, even after a lost response or a crash, gets the same session.
 *
 * @throws AppError `conflict` if the provider rejects the request; otherwise, Stripe's errors.
 */
async function openSession(
  context: Context,
  checkout: Checkout,
  deadline: AbortSignal,
): Promise<string> {
  let session: Stripe.Checkout.Session;
  try {
    session = await createSession(context, checkout);
  } catch (error) {
    if (isInProgress(error) && !deadline.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return openSession(context, checkout, deadline);
    }
    if (!givesNoSession(error)) throw error;
    await endCheckout(context, checkout.id, "expired");
    // The next request starts another checkout.
    if (!isRefusal(error)) throw error;
    const { customer, ...request } = checkout.request ?? {};
    if (customer && isMissing(error))
      return openForNewCustomer(context, checkout, request, deadline);
    context.log.error({ err: error, checkoutId: checkout.id }, "The provider rejected a plan");
    throw new AppError("conflict", texts("server.notSold"), { cause: error });
  }
  const [stored] = await context.db
    .update(planCheckouts)
    .set({ sessionId: session.id, checkoutUrl: session.url })
    .where(and(eq(planCheckouts.id, checkout.id), eq(planCheckouts.status, "open")))
    .returning();
  if (stored?.checkoutUrl) return stored.checkoutUrl;
  // The checkout was closed in the meantime, for example because the account was deleted.
  await expireSession(context, session.id);
  throw new AppError("conflict", texts("server.otherCheckout"));
}

/**
 * Whether it is certain that nobody can get a session from the checkout. A rejection rules out
 * earlier attempts, because their session would have been returned. A stored failure is repeated
 * for a day; even if a session was created, nobody knows its URL, and it expires unused.
 */
function givesNoSession(error: unknown): boolean {
  return isRefusal(error) || isReplayedFailure(error);
}

/** The operator deleted the customer at the provider, so a new customer is created. */
async function openForNewCustomer(
  context: Context,
  { userId, interval, expiresAt }: Checkout,
  request: Stripe.Checkout.SessionCreateParams,
  deadline: AbortSignal,
): Promise<string> {
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  const id = newId("pck");
  const metadata = { userId, checkoutId: id };
  const [checkout] = await context.db
    .insert(planCheckouts)
    .values({
      id,
      userId,
      interval,
      expiresAt,
      request: {
        ...request,
        client_reference_id: id,
        metadata,
        subscription_data: { ...request.subscription_data, metadata },
        ...(user && { customer_email: user.email }),
      },
    })
    .onConflictDoNothing()
    .returning();
  if (!checkout) throw new AppError("conflict", texts("server.otherCheckout"));
  return openSession(context, checkout, deadline);
}

function createSession({ stripe }: Context, { id, request }: Checkout) {
  if (!request) throw new Error(`The checkout ${id} has no request`);
  return stripe.checkout.sessions.create(request, { idempotencyKey: `plan-${id}` });
}

/** Ends the checkout at the provider, or records that the person has subscribed. */
export async function closePlanCheckout(context: Context, checkout: Checkout): Promise<void> {
  let { sessionId } = checkout;
  if (sessionId === null) {
    try {
      sessionId = (await createSession(context, checkout)).id;
    } catch (error) {
      if (!givesNoSession(error)) throw error;
      await endCheckout(context, checkout.id, "expired");
      return;
    }
    await context.db
      .update(planCheckouts)
      .set({ sessionId })
      .where(eq(planCheckouts.id, checkout.id));
  }
  await expireSession(context, sessionId);
  await settlePlanCheckout(context, sessionId);
}

/** A session that has ended in another way isn't changed. */
async function expireSession({ stripe }: Context, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/**
 * Records the outcome of a session. Sessions of courses are ignored. Idempotent.
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function settlePlanCheckout(context: Context, sessionId: string): Promise<void> {
  const [checkout] = await context.db
    .select()
    .from(planCheckouts)
    .where(eq(planCheckouts.sessionId, sessionId));
  const session = await context.stripe.checkout.sessions.retrieve(sessionId);
  const checkoutId = checkout?.id ?? session.metadata?.checkoutId;
  if (session.mode !== "subscription" || !checkoutId) return;
  if (session.status === "expired") await endCheckout(context, checkoutId, "expired");
  const subscription = idOf(session.subscription);
  if (session.status === "complete" && subscription) await syncSubscription(context, subscription);
}

async function endCheckout(
  { db }: Context,
  id: string,
  status: "expired" | "completed",
): Promise<void> {
  await db
    .update(planCheckouts)
    .set({ status, endedAt: new Date(), request: null, checkoutUrl: null })
    .where(and(eq(planCheckouts.id, id), inArray(planCheckouts.status, ["open"])));
}
