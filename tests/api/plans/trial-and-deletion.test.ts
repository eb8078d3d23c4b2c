import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { planCheckouts, planPrices } from "#server/db/tables/plans.table.ts";
import { checkPlanPrices, readPlanPrices } from "#server/plans/plan-prices.ts";
import { reconcilePlans } from "#server/plans/reconcile-plans.ts";
import { openMarket } from "../../support/open-market.ts";
import { hashPassword } from "../../support/password.ts";
import { decliningCard, openPlans } from "../../support/payments/subscribers.ts";
import { addAccount, addStudent, type Person } from "../../support/people.ts";
import { password } from "../accounts/browser.ts";

const { market } = await openMarket({ PLAN_TRIAL_DAYS: "14" });
const { context } = market;
const { planOf, checkOut, subscribe, advance, usePortal, ledger } = openPlans(market);

async function subscriptionsOf({ userId }: Pick<Person, "userId">) {
  const { subscriptions, invoices } = await ledger();
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

describe("a person without a profile", () => {
  it("can subscribe, and gets the emails", async () => {
    const account = await addAccount(context);
    await subscribe(account);
    expect(await planOf(account)).toMatchObject({ plan: "premium" });
    await context.jobs.drain();
    const answer = await fetch(`${market.sandboxUrl}/mail/messages?to=${account.email}`);
    expect(await answer.json()).toMatchObject([{ subject: "Your Halaqa Premium has started" }]);
  });
});

describe("deleting the account", () => {
  async function addPerson(): Promise<Person> {
    const student = await addStudent(context);
    const passwordHash = await hashPassword(password);
    await context.db.update(users).set({ passwordHash }).where(eq(users.id, student.userId));
    return student;
  }
  const remove = ({ token }: Person) =>
    market.call("DELETE", "/api/users/me", { token, body: { currentPassword: password } });

  it("cancels the subscription and deletes the customer at the provider", async () => {
    const student = await addPerson();
    await subscribe(student);
    const [subscription] = (await subscriptionsOf(student)).own;
    expect((await remove(student)).status).toBe(200);
    expect((await subscriptionsOf(student)).own).toMatchObject([{ status: "canceled" }]);
    const customer = await context.stripe.customers.retrieve(subscription?.customer ?? "");
    expect(customer.deleted).toBe(true);
  });

  it("cancels the subscription later if the provider is unavailable", async () => {
    const student = await addPerson();
    await subscribe(student);
    await market.fault({ fault: "status-500", match: "/v1/", times: 4 });
    expect((await remove(student)).status).toBe(200);
    await market.clearFaults();
    await reconcilePlans(context);
    expect((await subscriptionsOf(student)).own).toMatchObject([{ status: "canceled" }]);
  });

  it("closes the open checkout, so that nobody subscribes for a deleted account", async () => {
    const student = await addPerson();
    const { body } = await checkOut(student);
    expect((await remove(student)).status).toBe(200);
    await expect(market.pay(body.data.checkoutUrl)).rejects.toThrow("410");
    const rows = await context.db
      .select()
      .from(planCheckouts)
      .where(eq(planCheckouts.userId, student.userId));
    expect(rows).toMatchObject([{ status: "expired", request: null, checkoutUrl: null }]);
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
