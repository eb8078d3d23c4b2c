import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graceDays } from "#lib/plans/plans.rules.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { planSubscriptions } from "#server/db/tables/plans.table.ts";
import { readEntitlements } from "#server/plans/entitlements.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { freePlan } from "../../support/payments/plans.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);

async function planOf({ token }: { token: string }) {
  const { status, body } = await app.call("GET", "/api/plans/me", { token });
  expect(status).toBe(200);
  return body.data;
}

let subscriptions = 0;
async function subscribe(
  { userId }: { userId: string },
  state: Partial<typeof planSubscriptions.$inferInsert> = {},
): Promise<void> {
  subscriptions += 1;
  await app.context.db.insert(planSubscriptions).values({
    id: `sub_${subscriptions}`,
    userId,
    customerId: "cus_1",
    status: "active",
    interval: "month",
    priceId: "price_1",
    amountCents: 600,
    currency: "usd",
    currentPeriodStart: inDays(-10),
    currentPeriodEnd: inDays(20),
    askedAt: new Date(),
    createdAt: inDays(-10),
    ...state,
  });
}

const everything = { annotations: null, collections: true, wordStudy: true, loops: true };

describe("GET /api/plans/me", () => {
  it("requires a log-in", async () => {
    expect((await app.call("GET", "/api/plans/me")).status).toBe(401);
  });

  it("shows the free plan to a person who never subscribed", async () => {
    expect(await planOf(await addStudent(app.context))).toEqual(freePlan);
  });

  it("shows the free plan to a person without a profile", async () => {
    expect(await planOf(await addAccount(app.context))).toEqual(freePlan);
  });

  it("shows an active subscription with the end of its period", async () => {
    const student = await addStudent(app.context);
    const currentPeriodEnd = inDays(20);
    await subscribe(student, { currentPeriodEnd, interval: "year" });
    expect(await planOf(student)).toEqual({
      ...everything,
      plan: "premium",
      status: "active",
      until: currentPeriodEnd.toISOString(),
      renews: true,
      disputed: false,
      included: false,
      interval: "year",
    });
  });

  it("says that a subscription that is canceled at the end of its period doesn't renew", async () => {
    const student = await addStudent(app.context);
    const cancelAt = inDays(20);
    await subscribe(student, { cancelAt });
    const plan = { plan: "premium", status: "active", renews: false };
    expect(await planOf(student)).toMatchObject({ ...plan, until: cancelAt.toISOString() });
  });

  it("keeps the plan while an unpaid renewal is in its grace period, and not longer", async () => {
    const student = await addStudent(app.context);
    await subscribe(student, { status: "past_due", pastDueSince: inDays(1 - graceDays) });
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "past_due" });
    const late = await addStudent(app.context);
    await subscribe(late, { status: "past_due", pastDueSince: inDays(-1 - graceDays) });
    expect(await planOf(late)).toMatchObject({ plan: "free", status: "past_due", until: null });
  });

  it("shows the free plan after the subscription ended", async () => {
    const student = await addStudent(app.context);
    await subscribe(student, { status: "canceled", endedAt: inDays(-1) });
    expect(await planOf(student)).toEqual({ ...freePlan, status: "canceled", interval: "month" });
  });

  it("includes the plan for teachers as long as they have a published course", async () => {
    const teacher = await addTeacher(app.context);
    expect(await planOf(teacher)).toEqual(freePlan);
    const draft = await addCourse(app.context, teacher, { status: "draft" });
    expect(await planOf(teacher)).toEqual(freePlan);
    const published = { status: "published" } as const;
    await app.context.db.update(courses).set(published).where(eq(courses.id, draft));
    const included = { ...freePlan, ...everything, plan: "premium", status: "included" };
    expect(await planOf(teacher)).toEqual({ ...included, included: true });
    await app.context.db.update(courses).set({ status: "archived" }).where(eq(courses.id, draft));
    expect(await planOf(teacher)).toEqual(freePlan);
  });

  it("shows a teacher's own subscription even if the plan is included", async () => {
    const teacher = await addTeacher(app.context);
    await addCourse(app.context, teacher);
    await subscribe(teacher);
    expect(await planOf(teacher)).toMatchObject({ status: "active", included: true, renews: true });
  });

  it("doesn't depend on other people's subscriptions", async () => {
    const [student, other] = [await addStudent(app.context), await addStudent(app.context)];
    await subscribe(other);
    expect(await planOf(student)).toEqual(freePlan);
    expect(await readEntitlements(app.context, student.userId)).toEqual({
      plan: "free",
      annotations: 20,
      collections: false,
      wordStudy: false,
      loops: false,
    });
  });
});
