/** Which plan a person has, and what it includes. All limits are decided here. */
import { and, desc, eq, exists } from "drizzle-orm";
import { type Plan, type PlanLimits, planLimits } from "#lib/plans/plan-limits.ts";
import type { OwnPlan } from "#lib/plans/plans.responses.ts";
import { isOngoing, premiumUntil } from "#lib/plans/plans.rules.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { planSubscriptions } from "../db/tables/plans.table.ts";
import { isTakenBack } from "./plan-disputes.ts";

export interface Entitlements extends PlanLimits {
  plan: Plan;
}

type Subscription = typeof planSubscriptions.$inferSelect;

/** What the person's plan currently includes. Reads only our own records. */
export async function readEntitlements(
  { db }: Pick<Context, "db">,
  userId: string,
): Promise<Entitlements> {
  const { plan } = await readOwnPlan({ db }, userId);
  return { plan, ...planLimits[plan] };
}

/** The person's plan, including the state of the subscription. */
export async function readOwnPlan({ db }: Pick<Context, "db">, userId: string): Promise<OwnPlan> {
  const now = new Date();
  const subscription = await findSubscription(db, userId, now);
  const included = await teachesPublicCourse(db, userId);
  const until = subscription && premiumUntil(subscription, now);
  const plan = until || included ? "premium" : "free";
  // A teacher who is still paying must see the subscription in order to cancel it.
  const isShown = subscription !== undefined && (isOngoing(subscription.status) || !included);
  return {
    plan,
    status: isShown ? subscription.status : included ? "included" : "none",
    until: until?.toISOString() ?? null,
    renews: until !== undefined && subscription?.cancelAt === null,
    disputed: isShown && isOngoing(subscription.status) && (await isTakenBack(db, subscription.id)),
    included,
    interval: isShown ? subscription.interval : null,
    ...planLimits[plan],
  };
}

/** The subscription that grants the plan, or else an ongoing one, or else the latest. */
async function findSubscription(
  db: Db,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const rows = await db
    .select()
    .from(planSubscriptions)
    .where(eq(planSubscriptions.userId, userId))
    .orderBy(desc(planSubscriptions.createdAt));
  return (
    rows.find((row) => premiumUntil(row, now)) ??
    rows.find((row) => isOngoing(row.status)) ??
    rows[0]
  );
}

/** Teachers with a published course get the plan for free. */
export async function teachesPublicCourse(db: Db, userId: string): Promise<boolean> {
  const published = db
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(profiles.userId, users.id), isPublic));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), exists(published)));
  return rows.length > 0;
}
