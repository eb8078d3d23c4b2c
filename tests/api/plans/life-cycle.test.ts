import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { planCheckouts, planInvoices, planSubscriptions } from "#server/db/tables/plans.table.ts";
import { syncPlanEvent } from "#server/plans/plan-events.ts";
import { reconcilePlans } from "#server/plans/reconcile-plans.ts";
import { addCourse } from "../../support/courses.ts";
import { openMarket } from "../../support/open-market.ts";
import { decliningCard, openPlans } from "../../support/payments/subscribers.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";

const { market, teacher } = await openMarket();
const { context } = market;
const { planOf, checkOut, subscribe, advance, usePortal } = openPlans(market);

const day = 24 * 60 * 60 * 1000;

async function addSubscriber(options: { interval?: string; card?: string } = {}): Promise<Person> {
  const person = await addStudent(context);
  await subscribe(person, options);
  return person;
}

const setRenewal = ({ token }: Person, renews: unknown) =>
  market.call("PUT", "/api/plans/me/renewal", { token, body: { renews } });

/** The person's subscriptions and invoices at the provider. */
async function atProvider({ userId }: Person) {
  const { subscriptions, invoices } = await market.ledger();
  const own = subscriptions.filter(({ metadata }) => metadata.userId === userId);
  const ids = own.map(({ id }) => id);
  return { own, invoices: invoices.filter(({ subscription }) => ids.includes(subscription)) };
}

/** The charge of the person's latest paid invoice. */
async function latestCharge({ userId }: Person): Promise<string> {
  const [row] = await context.db
    .select({ intent: planInvoices.paymentIntentId })
    .from(planInvoices)
    .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
    .where(and(eq(planSubscriptions.userId, userId), eq(planInvoices.status, "paid")));
  const intent = await context.stripe.paymentIntents.retrieve(row?.intent ?? "");
  return String(intent.latest_charge);
}

async function mailsTo(address: string): Promise<string[]> {
  await context.jobs.drain();
  const answer = await fetch(`${market.sandboxUrl}/mail/messages?to=${address}`);
  return ((await answer.json()) as { subject: string }[])
    .map(({ subject }) => subject)
    .toReversed();
}

describe("subscribing", () => {
  it("activates the plan for the provider's period, and sends one email", async () => {
    const student = await addSubscriber();
    const plan = await planOf(student);
    expect(plan).toMatchObject({
      plan: "premium",
      status: "active",
      renews: true,
      annotations: null,
    });
    expect(new Date(plan.until).getTime()).toBeGreaterThan(Date.now() + 27 * day);
    await reconcilePlans(context);
    expect(await mailsTo(student.email)).toEqual(["Your Halaqa Premium has started"]);
    const { body } = await market.call("GET", "/api/plans/me/invoices", { token: student.token });
    expect(body.data.invoices).toMatchObject([{ status: "paid", amount: 6, refunded: 0 }]);
  });

  it("returns the same checkout page to repeated and simultaneous requests", async () => {
    const student = await addStudent(context);
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkOut(student)));
    const urls = new Set(answers.map(({ body }) => body.data?.checkoutUrl));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(urls.size).toBe(1);
    const [first] = answers;
    expect((await checkOut(student)).body.data.checkoutUrl).toBe(first?.body.data.checkoutUrl);
  });

  it("closes the earlier checkout when the person chooses the other interval", async () => {
    const student = await addStudent(context);
    const monthly = (await checkOut(student)).body.data.checkoutUrl;
    const yearly = (await checkOut(student, "year")).body.data.checkoutUrl;
    expect(yearly).not.toBe(monthly);
    await expect(market.pay(monthly)).rejects.toThrow("410");
    await market.call("GET", await market.pay(yearly));
    expect(await planOf(student)).toMatchObject({ plan: "premium", interval: "year" });
    expect((await atProvider(student)).own).toHaveLength(1);
  });

  it("is refused to a person who already has a subscription", async () => {
    const student = await addSubscriber();
    const { status, body } = await checkOut(student, "year");
    expect(status).toBe(409);
    expect(body.message).toContain("already have a subscription");
  });

  it("is refused to a teacher whose plan is included", async () => {
    await addCourse(context, teacher);
    expect((await checkOut(teacher)).status).toBe(409);
    expect(await planOf(teacher)).toMatchObject({ plan: "premium", status: "included" });
  });

  it("names an invalid interval, and requires a log-in", async () => {
    const student = await addStudent(context);
    const { status, body } = await checkOut(student, "week");
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: "interval" }]);
    expect((await market.call("POST", "/api/plans/checkout", { body: {} })).status).toBe(401);
    expect((await market.call("POST", "/api/plans/portal")).status).toBe(401);
  });

  it("is refused inside the meeting service's app, where canceling stays possible", async () => {
    const { token } = await addSubscriber();
    const headers = {
      "user-agent": "Mozilla/5.0 ZoomWebKit/537.36 (KHTML, like Gecko) ZoomApps/1.0",
    };
    const call = (method: string, path: string, body: object) =>
      market.call(method, `/api/plans/${path}`, { token, body, headers });
    expect((await call("POST", "checkout", { interval: "month" })).status).toBe(403);
    expect((await call("POST", "portal", {})).status).toBe(403);
    expect((await call("PUT", "me/renewal", { renews: false })).status).toBe(200);
  });

  it("requires a child to have a guardian, as courses do", async () => {
    const guardian = { parentGuardianName: "", parentGuardianContact: "" };
    const child = await addStudent(context, { age: 12, ...guardian });
    expect((await checkOut(child)).status).toBe(400);
  });

  it("fails with a declined card", async () => {
    const student = await addStudent(context);
    const { body } = await checkOut(student);
    await expect(market.pay(body.data.checkoutUrl, "4000000000000002")).rejects.toThrow("402");
    expect(await planOf(student)).toMatchObject({ plan: "free", status: "none" });
    await market.pay(body.data.checkoutUrl);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium" });
  });

  it("returns 503 while the provider is unavailable, and continues with the same checkout", async () => {
    const student = await addStudent(context);
    await market.fault({ fault: "status-500", match: "/v1/checkout/sessions", times: 4 });
    const refused = await checkOut(student);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    await market.clearFaults();
    expect((await checkOut(student)).status).toBe(200);
    const rows = context.db.select().from(planCheckouts);
    expect(await rows.where(eq(planCheckouts.userId, student.userId))).toHaveLength(1);
  });

  it("recovers a checkout whose response was lost and whose process was then killed", async () => {
    const student = await addStudent(context);
    await market.fault({ fault: "drop-response", match: "/v1/checkout/sessions", times: 2 });
    expect((await checkOut(student)).status).toBe(503);
    await market.clearFaults();
    const [checkout] = await context.db
      .select()
      .from(planCheckouts)
      .where(eq(planCheckouts.userId, student.userId));
    expect(checkout).toMatchObject({ status: "open", sessionId: null });
    await context.db
      .update(planCheckouts)
      .set({ createdAt: new Date(Date.now() - day) })
      .where(eq(planCheckouts.userId, student.userId));
    await reconcilePlans(context);
    const [closed] = await context.db
      .select()
      .from(planCheckouts)
      .where(eq(planCheckouts.userId, student.userId));
    expect(closed).toMatchObject({ status: "expired", request: null });
    expect((await checkOut(student)).status).toBe(200);
  });
});

describe("a renewal", () => {
  it("extends the plan after webhooks were lost", async () => {
    const student = await addSubscriber();
    const before = new Date((await planOf(student)).until);
    await advance(32);
    await reconcilePlans(context);
    const after = new Date((await planOf(student)).until);
    expect(after.getTime() - before.getTime()).toBeGreaterThan(27 * day);
    const { body } = await market.call("GET", "/api/plans/me/invoices", { token: student.token });
    expect(body.data.invoices.map(({ status }: { status: string }) => status)).toEqual([
      "paid",
      "paid",
    ]);
  });

  it("that is declined keeps the plan for a while, and can be paid with another card", async () => {
    const student = await addSubscriber();
    expect(await usePortal(student, "card", decliningCard)).toBe(303);
    await advance(32);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "past_due" });
    expect(await mailsTo(student.email)).toContain("We couldn't renew your Halaqa Premium");
    expect(await usePortal(student, "card", "4242424242424242")).toBe(303);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "active" });
  });

  it("that stays unpaid ends the plan, with one email", async () => {
    const student = await addSubscriber();
    await usePortal(student, "card", decliningCard);
    await advance(60);
    await reconcilePlans(context);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({
      plan: "free",
      status: "canceled",
      annotations: 20,
    });
    const mails = await mailsTo(student.email);
    expect(mails.filter((subject) => subject === "Your Halaqa Premium has ended")).toHaveLength(1);
    expect((await checkOut(student)).status).toBe(200);
  });
});

describe("canceling", () => {
  it("keeps the plan until the end of the period, can be undone and can be repeated", async () => {
    const student = await addSubscriber();
    for (const renews of [false, false, true, true, false]) {
      const { status, body } = await setRenewal(student, renews);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ plan: "premium", renews });
    }
    await advance(32);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "free", status: "canceled", until: null });
    expect((await atProvider(student)).invoices).toHaveLength(1);
    expect((await setRenewal(student, true)).status).toBe(404);
  });

  it("is recorded when it happens in the provider's portal", async () => {
    const student = await addSubscriber();
    expect(await usePortal(student, "cancel")).toBe(303);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", renews: false });
  });

  it("ends an unpaid subscription at once", async () => {
    const student = await addSubscriber();
    await usePortal(student, "card", decliningCard);
    await advance(32);
    await reconcilePlans(context);
    expect((await setRenewal(student, false)).body.data).toMatchObject({ status: "canceled" });
  });

  it("is possible only for the subscriber", async () => {
    const [student, other] = [await addSubscriber(), await addStudent(context)];
    expect((await setRenewal(other, false)).status).toBe(404);
    const portal = await market.call("POST", "/api/plans/portal", { token: other.token });
    expect(portal.status).toBe(404);
    expect((await setRenewal(student, "no")).status).toBe(400);
    expect(await planOf(student)).toMatchObject({ renews: true });
    const { body } = await market.call("GET", "/api/plans/me/invoices", { token: other.token });
    expect(body.data.invoices).toEqual([]);
  });
});

describe("switching the interval in the portal", () => {
  it("changes what the plan shows", async () => {
    const student = await addSubscriber();
    expect(await usePortal(student, "switch")).toBe(303);
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", interval: "year" });
  });
});

describe("a suspension", () => {
  it.each([
    ["stops a renewal during it, because the person can't cancel", true],
    ["that ends before the renewal doesn't stop it", false],
  ])("%s", async (_, isStopped) => {
    const student = await addSubscriber();
    const { token } = await addStaffPerson(context, "moderator");
    // The provider's clock is ahead.
    const renewal = new Date((await planOf(student)).until).getTime();
    const end = isStopped ? renewal + 5 * day : Date.now() + 2 * day;
    const until = new Date(end).toISOString().slice(0, 10);
    const answer = await market.call("POST", `/api/staff/people/${student.userId}/suspend`, {
      token,
      body: { reason: "Repeated insults.", until },
    });
    expect(answer.status).toBe(200);
    expect((await atProvider(student)).own).toMatchObject([{ cancel_at_period_end: isStopped }]);
    await advance(32);
    await reconcilePlans(context);
    expect((await atProvider(student)).invoices).toHaveLength(isStopped ? 1 : 2);
  });
});

describe("a refund or a dispute", () => {
  it("in full ends the plan and the subscription, and is shown on the invoice", async () => {
    const student = await addSubscriber();
    await context.stripe.refunds.create({ charge: await latestCharge(student) });
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "free", status: "canceled" });
    expect((await atProvider(student)).own).toMatchObject([{ status: "canceled" }]);
    const { body } = await market.call("GET", "/api/plans/me/invoices", { token: student.token });
    expect(body.data.invoices).toMatchObject([{ amount: 6, refunded: 6 }]);
  });

  it("in part changes nothing but the invoice", async () => {
    const student = await addSubscriber();
    await context.stripe.refunds.create({ charge: await latestCharge(student), amount: 100 });
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({ plan: "premium", renews: true });
    const { body } = await market.call("GET", "/api/plans/me/invoices", { token: student.token });
    expect(body.data.invoices).toMatchObject([{ refunded: 1 }]);
  });

  it("stops the renewal while the bank decides, and ends the plan when it is lost", async () => {
    const student = await addSubscriber({ card: "4000000000000259" });
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({
      plan: "premium",
      renews: false,
      disputed: true,
    });
    const { data } = await context.stripe.disputes.list({ charge: await latestCharge(student) });
    await context.stripe.disputes.close(data[0]?.id ?? "");
    await reconcilePlans(context);
    expect(await planOf(student)).toMatchObject({
      plan: "free",
      status: "canceled",
      disputed: false,
    });
  });

  it.each(["lost", "open"] as const)(
    "of an earlier payment keeps the period that is paid for and stops the renewal: %s",
    async (state) => {
      // The bank acts only after the next payment.
      const { disputes } = context.stripe;
      const undisputed = vi
        .spyOn(disputes, "list")
        .mockResolvedValue({ data: [] as object[] } as Awaited<ReturnType<typeof disputes.list>>);
      const student = await addSubscriber({ card: "4000000000000259" });
      const charge = await latestCharge(student);
      expect(await usePortal(student, "card", "4242424242424242")).toBe(303);
      await advance(32);
      await reconcilePlans(context);
      expect(await planOf(student)).toMatchObject({ plan: "premium", renews: true });
      undisputed.mockRestore();
      const [dispute] = (await disputes.list({ charge })).data;
      if (state === "lost") await context.stripe.disputes.close(dispute?.id ?? "");
      await syncPlanEvent(context, {
        type: "charge.dispute.closed",
        objectId: dispute?.id ?? "",
        chargeId: charge,
      });
      expect(await planOf(student)).toMatchObject({ plan: "premium", renews: false });
      // The person can continue it neither here nor in the provider's portal.
      expect((await setRenewal(student, true)).status).toBe(409);
      const [subscription] = (await atProvider(student)).own;
      const id = subscription?.id ?? "";
      await context.stripe.subscriptions.update(id, { cancel_at_period_end: false });
      await syncPlanEvent(context, { type: "customer.subscription.updated", objectId: id });
      expect((await atProvider(student)).own).toMatchObject([{ cancel_at_period_end: true }]);
      expect(await planOf(student)).toMatchObject({ plan: "premium", renews: false });
    },
  );
});

describe("events of the provider", () => {
  it("may arrive late, twice, simultaneously and in any order", async () => {
    const student = await addSubscriber();
    await advance(32);
    await usePortal(student, "cancel");
    const types = [
      "customer.subscription.updated",
      "invoice.paid",
      "customer.subscription.created",
    ];
    const lists = await Promise.all(types.map((type) => market.events(type)));
    const id = (await atProvider(student)).own[0]?.id ?? "";
    const events = lists.flat().filter((event) => JSON.stringify(event).includes(id));
    expect(events.length).toBeGreaterThan(4);
    const answers = await Promise.all(
      [...events.toReversed(), ...events].map((event) => market.deliver(event)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await planOf(student)).toMatchObject({ plan: "premium", renews: false });
    expect((await atProvider(student)).invoices).toHaveLength(2);
  });

  it("about a deleted customer end the plan", async () => {
    const student = await addSubscriber();
    const [subscription] = (await atProvider(student)).own;
    await context.stripe.customers.del(subscription?.customer ?? "");
    const [event] = (await market.events("customer.deleted")).toReversed();
    expect((await market.deliver(event ?? {})).status).toBe(200);
    expect(await planOf(student)).toMatchObject({ plan: "free", status: "canceled" });
    const again = await checkOut(student);
    expect(again.status).toBe(200);
    await market.call("GET", await market.pay(again.body.data.checkoutUrl));
    expect(await planOf(student)).toMatchObject({ plan: "premium", status: "active" });
  });

  it("that are forged change nothing", async () => {
    const student = await addStudent(context);
    const lie = (type: string, object: object) =>
      market.deliver({ id: `evt_${type}`, object: "event", type, data: { object } });
    const answers = [
      await lie("customer.subscription.created", {
        id: "sub_unknown",
        metadata: { userId: student.userId },
      }),
      await lie("invoice.paid", { id: "in_unknown" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await planOf(student)).toMatchObject({ plan: "free" });
  });

  it("are processed again after the provider was unavailable", async () => {
    const student = await addStudent(context);
    const { body } = await checkOut(student);
    await market.pay(body.data.checkoutUrl);
    const [event] = (await market.events("checkout.session.completed")).toReversed();
    await market.fault({ fault: "status-500", match: "/v1/", times: 20 });
    expect((await market.deliver(event ?? {})).status).toBe(503);
    await market.clearFaults();
    expect((await market.deliver(event ?? {})).status).toBe(200);
    expect(await planOf(student)).toMatchObject({ plan: "premium" });
  });
});

describe("two subscriptions of one person", () => {
  it("become one, and the second payment is refunded", async () => {
    const student = await addSubscriber();
    const [checkout] = await context.db
      .select()
      .from(planCheckouts)
      .where(eq(planCheckouts.userId, student.userId));
    const metadata = { userId: student.userId, checkoutId: checkout?.id ?? "" };
    // The provider's times are in whole seconds.
    await advance(1);
    const session = await context.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: context.config.stripe.prices.year, quantity: 1 }],
      subscription_data: { metadata },
      success_url: "https://halaqa.example/",
    });
    await market.pay(session.url ?? "");
    await reconcilePlans(context);
    const { own } = await atProvider(student);
    expect(own.map(({ status, interval }) => [interval, status])).toEqual([
      ["month", "active"],
      ["year", "canceled"],
    ]);
    expect(await planOf(student)).toMatchObject({ plan: "premium", interval: "month" });
    const { refunds } = await market.ledger();
    expect(refunds.filter(({ amount }) => amount === 6000)).toHaveLength(1);
  });
});
