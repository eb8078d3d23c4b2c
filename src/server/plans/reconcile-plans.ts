/**
 * Brings our records up to date with the payment provider if webhooks were lost or delayed, or if a
 * process was killed halfway.
 */
import { and, asc, eq, isNotNull, lt, notInArray, or } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { planCheckouts, planSubscriptions } from "../db/tables/plans.table.ts";
import { startBatch } from "../jobs/batch.ts";
import { isMissing } from "../providers/stripe/failures.ts";
import { closePlanCheckout, settlePlanCheckout } from "./plan-checkout-session.ts";
import { syncPlanEvent } from "./plan-events.ts";
import { findUnrefunded } from "./plan-refunds.ts";
import { syncSubscription } from "./subscription-sync.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Requests end within 10 s, so a checkout without a session is abandoned after this time. */
const abandonedAfter = 15_000;

/** A subscription is read again after this time, even if nothing seems to have changed. */
const readEvery = 24 * hour;

/** The interval after which a failed refund is retried. */
const unrefundedEvery = 5 * minute;

/** The maximum number of rows of one kind per run. */
const batch = 200;

/** The events that can change a plan. */
const types = [
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.updated",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
];

/**
 * Closes abandoned checkouts, settles open ones, ends the subscriptions of deleted accounts,
 * retries failed refunds, and reads everything that may have changed. A failure doesn't stop the
 * rest.
 * @param eventsSince how far back the provider's events are read, in milliseconds.
 * @throws the first failure, after the run, so that the job queue retries soon.
 */
export async function reconcilePlans(
  context: Context,
  eventsSince: number = eventsWindow.often,
): Promise<void> {
  const now = new Date();
  const { attempt, end } = startBatch(context);
  for (const checkout of await findOpenCheckouts(context)) {
    await attempt({ checkoutId: checkout.id }, () => reconcileCheckout(context, checkout, now));
  }
  for (const { id } of await findOfDeleted(context)) {
    await attempt({ subscriptionId: id }, () => syncSubscription(context, id));
  }
  await attempt({ step: "plan events" }, () => readEvents(context, now, eventsSince, attempt));
  for (const { id } of await findDue(context, now)) {
    await attempt({ subscriptionId: id }, () => syncSubscription(context, id));
  }
  const readBefore = new Date(now.getTime() - unrefundedEvery);
  for (const { id } of await findUnrefunded(context, readBefore, batch)) {
    await attempt({ subscriptionId: id }, () => syncSubscription(context, id));
  }
  end();
}

/**
 * How far back events are read: in runs every minute, and in those after startup and every hour.
 */
export const eventsWindow = { often: 10 * minute, rarely: 72 * hour } as const;

async function reconcileCheckout(
  context: Context,
  checkout: typeof planCheckouts.$inferSelect,
  now: Date,
): Promise<void> {
  const { sessionId, createdAt, expiresAt } = checkout;
  if (sessionId === null) {
    if (createdAt.getTime() < now.getTime() - abandonedAfter) {
      await closePlanCheckout(context, checkout);
    }
  } else if (expiresAt <= now) await closePlanCheckout(context, checkout);
  else await settlePlanCheckout(context, sessionId);
}

/**
 * Reads recent events from the provider. Events that were already handled have no further effect.
 */
async function readEvents(
  context: Context,
  now: Date,
  since: number,
  attempt: (about: object, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const created = { gte: Math.floor((now.getTime() - since) / 1000) };
  const events: Stripe.Event[] = [];
  for await (const event of context.stripe.events.list({ types, created, limit: 100 })) {
    events.push(event);
  }
  const read = await findReadTimes(context);
  for (const event of events.toReversed()) {
    const { id: objectId = "", charge, parent } = event.data.object as EventObject;
    const subscriptionId =
      parent?.subscription_details?.subscription ?? (objectId.startsWith("sub_") ? objectId : "");
    const readAt = read.get(subscriptionId);
    // The times of events are in whole seconds.
    if (readAt && readAt.getTime() > (event.created + 1) * 1000) continue;
    await attempt({ eventId: event.id }, async () => {
      try {
        await syncPlanEvent(context, {
          type: event.type,
          objectId,
          ...(typeof charge === "string" && { chargeId: charge }),
        });
      } catch (error) {
        // After a customer's data was erased, the provider no longer returns its subscriptions.
        if (!isMissing(error)) throw error;
      }
    });
  }
}

interface EventObject {
  id?: string;
  charge?: unknown;
  parent?: { subscription_details?: { subscription?: string } | null } | null;
}

async function findReadTimes({ db }: Context): Promise<Map<string, Date>> {
  const rows = await db
    .select({ id: planSubscriptions.id, askedAt: planSubscriptions.askedAt })
    .from(planSubscriptions)
    .where(notInArray(planSubscriptions.status, ["incomplete_expired"]));
  return new Map(rows.map(({ id, askedAt }) => [id, askedAt]));
}

function findOpenCheckouts({ db }: Context) {
  return db
    .select()
    .from(planCheckouts)
    .where(eq(planCheckouts.status, "open"))
    .orderBy(asc(planCheckouts.expiresAt))
    .limit(batch);
}

const isOngoingRow = notInArray(planSubscriptions.status, ["canceled", "incomplete_expired"]);

function findOfDeleted({ db }: Context) {
  return db
    .select({ id: planSubscriptions.id })
    .from(planSubscriptions)
    .innerJoin(users, eq(users.id, planSubscriptions.userId))
    .where(and(isNotNull(users.deletedAt), isOngoingRow))
    .limit(batch);
}

/**
 * Ongoing subscriptions that are waiting for a payment, are past the end of their period, or
 * weren't read recently.
 */
function findDue({ db }: Context, now: Date) {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const { askedAt, cancelReason, currentPeriodEnd, status } = planSubscriptions;
  return db
    .select({ id: planSubscriptions.id })
    .from(planSubscriptions)
    .where(
      and(
        isOngoingRow,
        or(
          isNotNull(cancelReason),
          and(lt(currentPeriodEnd, now), lt(askedAt, before(5 * minute))),
          and(eq(status, "past_due"), lt(askedAt, before(hour))),
          lt(askedAt, before(readEvery)),
        ),
      ),
    )
    .orderBy(asc(askedAt))
    .limit(batch);
}
