// Subscriptions, as strict as Stripe and kept across restarts.
import { describe, expect, it } from "vitest";
import { sandboxPrices } from "#lib/plans/sandbox-prices.ts";
import { startWorld, type World } from "./stripe-world.ts";

const price = sandboxPrices.month;
const success_url = "https://halaqa.example/";

function openSession({ stripe }: World, change: object = {}) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price, quantity: 1 }],
    success_url,
    ...change,
  });
}

async function subscribe(world: World, change: object = {}): Promise<string> {
  const session = await openSession(world, change);
  const page = new URL(session.url ?? "");
  await fetch(`${world.base}${page.pathname}/pay`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ card: "4242424242424242" }),
  });
  const paid = await world.stripe.checkout.sessions.retrieve(session.id);
  return String(paid.subscription);
}

const advance = (world: World, body: unknown) =>
  fetch(`${world.base}/clock`, { method: "POST", body: JSON.stringify(body) });

describe("a checkout session for a subscription", () => {
  it("is rejected whenever Stripe would reject it", async () => {
    const world = await startWorld();
    const refusals: [object, string][] = [
      [{ payment_intent_data: { description: "x" } }, "in `subscription` mode"],
      [{ line_items: [{ price: "price_none", quantity: 1 }] }, "No such price: 'price_none'"],
      [{ customer: "cus_none" }, "No such customer: 'cus_none'"],
      [{ customer: "cus_none", customer_email: "a@b.example" }, "only specify one"],
      [{ mode: "payment" }, "passed a recurring price"],
      [{ subscription_data: { trial_period_days: 0 } }, "out of range"],
      [{ subscription_data: { unknown: 1 } }, "Received unknown parameter"],
    ];
    for (const [change, message] of refusals) {
      await expect(openSession(world, change)).rejects.toThrow(message);
    }
  });

  it("shows the amount and the interval, and a trial costs nothing", async () => {
    const world = await startWorld();
    expect(await openSession(world)).toMatchObject({ amount_total: 600, mode: "subscription" });
    const trial = await openSession(world, { subscription_data: { trial_period_days: 7 } });
    expect(trial).toMatchObject({ amount_total: 0, payment_method_collection: "always" });
  });
});

describe("a subscription", () => {
  it("renews when the clock advances, even after a restart, and sends its events", async () => {
    const world = await startWorld();
    const id = await subscribe(world);
    expect((await advance(world, { days: 20 })).status).toBe(200);
    await world.reopen();
    expect((await advance(world, { days: 20 })).status).toBe(200);
    const { data } = await world.stripe.invoices.list({ subscription: id });
    expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ["subscription_cycle", "paid"],
      ["subscription_create", "paid"],
    ]);
    const { data: events } = await world.stripe.events.list({ type: "invoice.paid" });
    expect(events).toHaveLength(2);
    const ledger = (await (await fetch(`${world.base}/ledger`)).json()) as Record<string, object[]>;
    expect(ledger.subscriptions).toMatchObject([{ id, status: "active" }]);
    expect(ledger.invoices).toHaveLength(2);
  });

  it("renews on the last day of a month that is shorter", async () => {
    const world = await startWorld();
    const id = await subscribe(world);
    const start = (await world.stripe.subscriptions.retrieve(id)).billing_cycle_anchor;
    await advance(world, { days: 400 });
    const [item] = (await world.stripe.subscriptions.retrieve(id)).items.data;
    const day = (seconds = 0) => new Date(seconds * 1000).getUTCDate();
    expect(day(item?.current_period_end)).toBeLessThanOrEqual(day(start));
    const { data } = await world.stripe.invoices.list({ subscription: id, limit: 100 });
    expect(data).toHaveLength(14);
  });

  it("can be canceled once, immediately or at the end of its period", async () => {
    const world = await startWorld();
    const id = await subscribe(world);
    const later = await world.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(later.cancel_at).toBe(later.items.data[0]?.current_period_end);
    await world.stripe.subscriptions.cancel(id);
    await expect(world.stripe.subscriptions.cancel(id)).rejects.toThrow("No such subscription");
    const update = world.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await expect(update).rejects.toThrow("A canceled subscription can only update");
  });

  it("names the payment of its invoice, whose charge can be read", async () => {
    const world = await startWorld();
    const subscription = await world.stripe.subscriptions.retrieve(await subscribe(world), {
      expand: ["latest_invoice.payments"],
    });
    const { latest_invoice: invoice } = subscription;
    if (typeof invoice !== "object" || !invoice) throw new Error("The invoice wasn't expanded");
    const { data } = await world.stripe.invoicePayments.list({
      invoice: invoice.id,
      expand: ["data.payment.payment_intent.latest_charge"],
    });
    expect(invoice.payments?.data).toHaveLength(1);
    expect(data).toMatchObject([
      { status: "paid", payment: { payment_intent: { latest_charge: { amount: 600 } } } },
    ]);
  });
});

describe("POST /clock", () => {
  it("rejects anything but a number of days", async () => {
    const world = await startWorld();
    for (const body of [{}, { days: -1 }, { days: "2" }, { days: 1, hours: 2 }, null]) {
      expect((await advance(world, body)).status).toBe(400);
    }
  });
});

describe("the billing portal", () => {
  it("opens only for a customer, and its page needs no script", async () => {
    const world = await startWorld();
    const create = (customer: string) =>
      world.stripe.billingPortal.sessions.create({ customer, return_url: success_url });
    await expect(create("cus_none")).rejects.toThrow("No such customer");
    const subscription = await world.stripe.subscriptions.retrieve(await subscribe(world));
    const session = await create(String(subscription.customer));
    const page = await (await fetch(session.url)).text();
    expect(page).toContain("Cancel subscription");
    expect(page).not.toContain("<script");
  });
});
