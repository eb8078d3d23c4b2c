/** Who can't subscribe, and what happens after the provider has failed. */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { planCheckouts } from "#server/db/tables/plans.table.ts";
import { startPlanCheckout } from "#server/plans/plan-checkout.ts";
import { reconcilePlans } from "#server/plans/reconcile-plans.ts";
import { openMarket } from "../../support/open-market.ts";
import { openPlans } from "../../support/payments/subscribers.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

const { market } = await openMarket();
const { context } = market;
const { planOf, checkOut, subscribe } = openPlans(market);

afterEach(() => market.clearFaults());

describe("a stored failure of the provider", () => {
  const breakSession = () =>
    market.fault({ fault: "broken-500", match: "/v1/checkout/sessions", times: 1 });

  const countSubscriptions = async ({ userId }: Person) =>
    (await market.ledger()).subscriptions.filter(({ metadata }) => metadata.userId === userId)
      .length;

  it("doesn't keep anyone from subscribing on the next attempt", async () => {
    const student = await addStudent(context);
    await breakSession();
    expect((await checkOut(student)).status).toBe(503);
    expect(await market.pendingFaults()).toBe(0);
    await subscribe(student);
    expect(await planOf(student)).toMatchObject({ plan: "premium" });
    expect(await countSubscriptions(student)).toBe(1);
  });

  it("doesn't keep anyone from choosing the other interval", async () => {
    const student = await addStudent(context);
    await breakSession();
    expect((await checkOut(student)).status).toBe(503);
    await subscribe(student, { interval: "year" });
    expect(await planOf(student)).toMatchObject({ plan: "premium", interval: "year" });
    expect(await countSubscriptions(student)).toBe(1);
  });

  it("doesn't fail reconciliation", async () => {
    const student = await addStudent(context);
    await breakSession();
    expect((await checkOut(student)).status).toBe(503);
    await reconcilePlans(context);
    await subscribe(student);
    expect(await planOf(student)).toMatchObject({ plan: "premium" });
  });
});

describe("a person without a profile", () => {
  it("completes the profile before subscribing, because only a profile says who is a child", async () => {
    const { status, body } = await checkOut(await addAccount(context));
    expect([status, body.message]).toEqual([
      403,
      "Please complete your profile before you subscribe.",
    ]);
  });

  it("can't subscribe on the plans page either", async () => {
    const account = await addAccount(context);
    await expect(startPlanCheckout(context, account.actor, "year")).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(
      await context.db.select().from(planCheckouts).where(eq(planCheckouts.userId, account.userId)),
    ).toEqual([]);
  });

  it("can subscribe once they have a profile, even as a teacher", async () => {
    const teacher = await addTeacher(context);
    await subscribe(teacher);
    expect(await planOf(teacher)).toMatchObject({ plan: "premium" });
  });
});
