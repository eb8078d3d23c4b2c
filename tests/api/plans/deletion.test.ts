/** Payments for the plan that a deleted account can still cause at the provider. */
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { planCheckouts, planInvoices, planSubscriptions } from "#server/db/tables/plans.table.ts";
import { reconcilePlans } from "#server/plans/reconcile-plans.ts";
import { openMarket } from "../../support/open-market.ts";
import { hashPassword } from "../../support/password.ts";
import { decliningCard, openPlans } from "../../support/payments/subscribers.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { password } from "../accounts/browser.ts";

const { market } = await openMarket();
const { context } = market;
const { advance, checkOut, subscribe, usePortal } = openPlans(market);

afterEach(() => market.clearFaults());

async function addPerson(): Promise<Person> {
  const student = await addStudent(context);
  const passwordHash = await hashPassword(password);
  await context.db.update(users).set({ passwordHash }).where(eq(users.id, student.userId));
  return student;
}

const subscriptionsOf = async ({ userId }: Person) =>
  (await market.ledger()).subscriptions.filter(({ metadata }) => metadata.userId === userId);

const remove = ({ token }: Person) =>
  market.call("DELETE", "/api/users/me", { token, body: { currentPassword: password } });

describe("deleting the account", () => {
  it("cancels the subscription and deletes the customer at the provider", async () => {
    const student = await addPerson();
    await subscribe(student);
    const [subscription] = await subscriptionsOf(student);
    expect((await remove(student)).status).toBe(200);
    expect(await subscriptionsOf(student)).toMatchObject([{ status: "canceled" }]);
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
    expect(await subscriptionsOf(student)).toMatchObject([{ status: "canceled" }]);
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

describe("a payment of a person whose account was deleted while the provider was unavailable", () => {
  /** Deletes the account without contacting the provider. */
  async function removeUnnoticed(person: Person): Promise<void> {
    await market.fault({ fault: "status-500", match: "/v1/", times: 100 });
    expect((await remove(person)).status).toBe(200);
    await market.clearFaults();
  }

  /** The person's paid invoices at the provider, oldest first. */
  async function paymentsOf(person: Person) {
    const found = [];
    for (const { id } of await subscriptionsOf(person)) {
      const { data } = await context.stripe.invoices.list({ subscription: id, status: "paid" });
      for (const { id: invoice, status_transitions } of data.toReversed()) {
        const payments = await context.stripe.invoicePayments.list({
          invoice,
          expand: ["data.payment.payment_intent.latest_charge"],
        });
        const intent = payments.data[0]?.payment.payment_intent;
        const charge = typeof intent === "object" ? intent.latest_charge : null;
        if (typeof charge !== "object" || charge === null)
          throw new Error("No charge was expanded");
        found.push({
          subscription: id,
          paidAt: new Date((status_transitions.paid_at ?? 0) * 1000),
          amount: charge.amount,
          refunded: charge.amount_refunded,
        });
      }
    }
    return found;
  }

  const refundsOf = async (person: Person) =>
    (await paymentsOf(person)).map(({ amount, refunded }) => [amount, refunded]);

  const statusesOf = async (person: Person) =>
    (await subscriptionsOf(person)).map(({ status }) => status);

  /** Sets the time of the deletion relative to the person's only payment. */
  async function deletedAfterPayment(person: Person, milliseconds: number): Promise<void> {
    const [payment] = await paymentsOf(person);
    const deletedAt = new Date((payment?.paidAt.getTime() ?? 0) + milliseconds);
    await context.db.update(users).set({ deletedAt }).where(eq(users.id, person.userId));
  }

  it("is refunded if it renewed the subscription, and earlier payments aren't", async () => {
    const student = await addPerson();
    await subscribe(student);
    await removeUnnoticed(student);
    await advance(32);
    await reconcilePlans(context);
    expect(await statusesOf(student)).toEqual(["canceled"]);
    expect(await refundsOf(student)).toEqual([
      [600, 0],
      [600, 600],
    ]);
  });

  it("is refunded for each of several renewals", async () => {
    const student = await addPerson();
    await subscribe(student);
    await removeUnnoticed(student);
    await advance(70);
    await reconcilePlans(context);
    expect(await refundsOf(student)).toEqual([
      [600, 0],
      [600, 600],
      [600, 600],
    ]);
  });

  it("is refunded even if the subscription has ended in the meantime", async () => {
    const student = await addPerson();
    await subscribe(student);
    await removeUnnoticed(student);
    await advance(32);
    const [payment] = await paymentsOf(student);
    await context.stripe.subscriptions.cancel(payment?.subscription ?? "");
    await reconcilePlans(context);
    expect(await refundsOf(student)).toEqual([
      [600, 0],
      [600, 600],
    ]);
  });

  it("is refunded if it was due before the deletion and paid after it", async () => {
    const student = await addPerson();
    await subscribe(student);
    await usePortal(student, "card", decliningCard);
    await advance(31);
    await reconcilePlans(context);
    const { body } = await market.call("POST", "/api/plans/portal", { token: student.token });
    await removeUnnoticed(student);
    const [subscription] = await subscriptionsOf(student);
    await fetch(`${market.sandboxUrl}${new URL(body.data.portalUrl).pathname}/card`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ subscription: subscription?.id ?? "", card: "4242424242424242" }),
    });
    await reconcilePlans(context);
    expect(await refundsOf(student)).toEqual([
      [600, 0],
      [600, 600],
    ]);
  });

  it("is kept if it was recorded before the deletion in the same second", async () => {
    const student = await addPerson();
    await subscribe(student);
    await removeUnnoticed(student);
    await deletedAfterPayment(student, 0);
    await reconcilePlans(context);
    expect(await statusesOf(student)).toEqual(["canceled"]);
    expect(await refundsOf(student)).toEqual([[600, 0]]);
  });

  it.each([
    [500, 600],
    [1_500, 0],
  ])(
    "made %i ms before the deletion without our knowledge is refunded with %i cents",
    async (milliseconds, refunded) => {
      const student = await addPerson();
      await market.pay((await checkOut(student)).body.data.checkoutUrl);
      await removeUnnoticed(student);
      await deletedAfterPayment(student, milliseconds);
      await reconcilePlans(context);
      expect(await statusesOf(student)).toEqual(["canceled"]);
      expect(await refundsOf(student)).toEqual([[600, refunded]]);
    },
  );

  it.each(["status-500", "refused-400", "drop-response"] as const)(
    "is refunded once if the first request for the refund fails with %s",
    async (fault) => {
      const student = await addPerson();
      await subscribe(student);
      await removeUnnoticed(student);
      await advance(32);
      const [payment] = await paymentsOf(student);
      await context.stripe.subscriptions.cancel(payment?.subscription ?? "");
      await market.fault({ fault, match: "/v1/refunds", times: 1 });
      for (let run = 0; run < 3; run += 1) {
        // The first run reports the failure.
        await reconcilePlans(context).catch(() => undefined);
        await context.db
          .update(planSubscriptions)
          .set({ askedAt: new Date(Date.now() - 6 * 60_000) })
          .where(eq(planSubscriptions.userId, student.userId));
      }
      expect(await refundsOf(student)).toEqual([
        [600, 0],
        [600, 600],
      ]);
      expect(await market.pendingFaults()).toBe(0);
      const rows = await context.db
        .select({ refunded: planInvoices.refundedCents })
        .from(planInvoices)
        .where(
          and(
            eq(planInvoices.subscriptionId, payment?.subscription ?? ""),
            eq(planInvoices.status, "paid"),
          ),
        );
      expect(rows.map(({ refunded }) => refunded).toSorted((a, b) => a - b)).toEqual([0, 600]);
    },
  );
});
