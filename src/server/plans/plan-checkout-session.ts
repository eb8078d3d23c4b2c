/** The session of a checkout of the premium plan at the provider: creates, ends and settles it. */
import { and, eq, inArray } from "drizzle-orm";
import type { Stripe } from "stripe";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { newId } from "../db/id.ts";
import { users } from "../db/tables/accounts.table.ts";
import { planCheckouts } from "../db/tables/plans.table.ts";
import {
  isInProgress,
  isMissing,
  isRefusal,
  isReplayedFailure,
} from "../providers/stripe/failures.ts";
import { idOf } from "./subscription-facts.ts";
import { syncSubscription } from "./subscription-sync.ts";

export type PlanCheckout = typeof planCheckouts.$inferSelect;

const texts = getTexts("plans");

/** How long to wait for another request that is creating the same session. */
const pauseMs = 200;

/**
 * Creates the session. The idempotency key belongs to the checkout, and the request is stored, so
 * every retry, even after a lost response or a crash, gets the same session.
 *
 * @throws AppError `conflict` if the provider rejects the request; otherwise, Stripe's errors.
 */
export async function openSession(
  context: Context,
  checkout: PlanCheckout,
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
  { userId, interval, expiresAt }: PlanCheckout,
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

function createSession({ stripe }: Context, { id, request }: PlanCheckout) {
  if (!request) throw new Error(`The checkout ${id} has no request`);
  return stripe.checkout.sessions.create(request, { idempotencyKey: `plan-${id}` });
}

/** Ends the checkout at the provider, or records that the person has subscribed. */
export async function closePlanCheckout(context: Context, checkout: PlanCheckout): Promise<void> {
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
