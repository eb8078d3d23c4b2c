import { describe, expect, it } from "vitest";
import { planPrices } from "#server/db/tables/plans.table.ts";
import { checkPlanPrices, readPlanPrices } from "#server/plans/plan-prices.ts";
import { reconcilePlans } from "#server/plans/reconcile-plans.ts";
import { openMarket } from "../../support/open-market.ts";
import { decliningCard, openPlans } from "../../support/payments/subscribers.ts";
import { addStudent, type Person } from "../../support/people.ts";

const { market } = await openMarket({ PLAN_TRIAL_DAYS: "14" });
const { context } = market;
const { planOf, subscribe, advance, usePortal } = openPlans(market);

async function subscriptionsOf({ userId }: Pick<Person, "userId">) {
  const { subscriptions, invoices } = await market.ledger();
  const own = subscriptions.filter(({ metadata }) => metadata.userId === userId);
  const ids = own.map(({ id }) => id);
  return { own, invoices: invoices.filter(({ subscription }) => ids.includes(subscription)) };
}

describe("a trial", () => {
  it("is free, becomes a paid subscription when it ends, and comes only once", async () => {
    const student = await addStudent(context);
    await subscribe(student);
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "trialing" });
    expect((await subscriptionsOf(student)).invoices).toMatchObject([{ amount_due: 0 }]);
    await advance(15);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "active" });
    expect((await subscriptionsOf(student)).invoices).toMatchObject([
      { amount_due: 0 },
      { amount_due: 600, status: "paid" },
    ]);
    await usePortal(student, "cancel");
    await advance(32);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "free" });
    await subscribe(student);
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "active" });
  });

  it("that can't be paid at its end becomes past due", async () => {
    const student = await addStudent(context);
    await subscribe(student, { card: decliningCard });
    await advance(15);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "past_due" });
    await advance(20);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "free", status: "canceled" });
  });
});

describe("the prices of the plan", () => {
  it("come from the provider and are stored", async () => {
    expect(await readPlanPrices(context)).toEqual({ month: 6, year: 60 });
    await market.fault({ fault: "status-500", match: "/v1/prices", times: 8 });
    expect(await readPlanPrices(context)).toEqual({ month: 6, year: 60 });
    await context.db.delete(planPrices);
    expect(await readPlanPrices(context)).toBeUndefined();
    await market.clearFaults();
    expect(await readPlanPrices(context)).toEqual({ month: 6, year: 60 });
  });

  it("are checked at the start of a live server", async () => {
    await checkPlanPrices(context);
    const { prices } = context.config.stripe;
    const config = { ...context.config };
    const check = (changed: typeof prices) =>
      checkPlanPrices({
        ...context,
        config: { ...config, stripe: { ...config.stripe, prices: changed } },
      });
    await expect(check({ month: "price_none", year: prices.month })).rejects.toThrow(
      /STRIPE_PRICE_MONTH must be a price at Stripe; price_none doesn't exist[\s\S]*STRIPE_PRICE_YEAR must be charged every year; price_sandbox_month isn't/,
    );
  });
});
