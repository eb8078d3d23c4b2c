import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { payments, webhookEvents } from "#server/db/tables/payments.table.ts";
import { settleCheckout } from "#server/payments/checkout/settle.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addSeller, findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent, type Person } from "../../../support/people.ts";

const { market, teacher, openCheckout } = await openMarket();

const statusOf = async (student: Person, courseId: string) =>
  (await findSeats(market, student, courseId)).map(({ enrollment, payment }) => ({
    enrollment,
    payment,
  }));

async function eventAbout(type: string, sessionId: string): Promise<object> {
  const events = (await market.events(type)) as { data: { object: { id: string } } }[];
  const event = events.find(({ data }) => data.object.id === sessionId);
  if (!event) throw new Error(`There is no ${type} of ${sessionId}`);
  return event;
}

const enrolled = [{ enrollment: "enrolled", payment: "paid" }];

describe("a paid checkout", () => {
  it("enrolls the student when only the webhook arrives", async () => {
    const { courseId, student, url, sessionId } = await openCheckout();
    await market.pay(url);
    const event = await eventAbout("checkout.session.completed", sessionId);
    expect((await market.deliver(event)).status).toBe(200);
    expect(await statusOf(student, courseId)).toEqual(enrolled);
  });

  it("enrolls the student by reconciliation alone, without a webhook or the return page", async () => {
    const { courseId, student, url } = await openCheckout();
    await market.pay(url);
    await reconcilePayments(market.context);
    expect(await statusOf(student, courseId)).toEqual(enrolled);
  });

  it("enrolls once when the webhook, the return page and reconciliation run ten times at once", async () => {
    const { courseId, student, url, sessionId } = await openCheckout();
    const back = await market.pay(url);
    const event = await eventAbout("checkout.session.completed", sessionId);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => market.deliver(event)),
      ...Array.from({ length: 10 }, () => market.call("GET", back)),
    ]);
    await Promise.all([reconcilePayments(market.context), reconcilePayments(market.context)]);
    expect(answers.every(({ status }) => status === 200 || status === 302)).toBe(true);
    expect(await statusOf(student, courseId)).toEqual(enrolled);
    expect(await findImbalances(market)).toEqual([]);
  });

  it("keeps the student enrolled, whatever older or forged events say", async () => {
    const { courseId, student, url, sessionId } = await openCheckout();
    await market.pay(url);
    const event = await eventAbout("checkout.session.completed", sessionId);
    await market.deliver(event);
    const lies = ["checkout.session.expired", "charge.refunded", "checkout.session.completed"];
    for (const [index, type] of lies.entries()) {
      const object = { id: sessionId, object: "checkout.session", status: "expired" };
      await market.deliver({ id: `evt_lie_${index}`, type, object: "event", data: { object } });
    }
    expect(await statusOf(student, courseId)).toEqual(enrolled);
  });
});

describe("an early webhook event", () => {
  it("does not enroll a student who has not paid, and the later payment counts", async () => {
    const { courseId, student, url, sessionId } = await openCheckout();
    const early = {
      id: `evt_early_${sessionId}`,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id: sessionId, object: "checkout.session", payment_status: "paid" } },
    };
    expect((await market.deliver(early)).status).toBe(200);
    expect(await statusOf(student, courseId)).toEqual([{ enrollment: "held", payment: "open" }]);
    await market.call("GET", await market.pay(url));
    expect(await statusOf(student, courseId)).toEqual(enrolled);
  });
});

describe("a checkout session that is not ours", () => {
  /**
   * Another holder of the platform's key creates a session that claims to belong to this payment.
   */
  async function forge(
    claim: Awaited<ReturnType<typeof openCheckout>>,
    change: { unit_amount?: number; currency?: string; destination?: string; paymentId?: string },
  ) {
    const destination =
      change.destination ??
      (await market.call("GET", "/api/connect/accounts/current", { token: teacher.token })).body
        .data.id;
    const metadata = {
      paymentId: change.paymentId ?? claim.paymentId,
      enrollmentId: claim.enrollmentId,
      courseId: claim.courseId,
      studentId: claim.student.profileId,
    };
    const session = await market.context.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: change.currency ?? "usd",
            unit_amount: change.unit_amount ?? 2000,
            product_data: { name: "A forgery" },
          },
        },
      ],
      metadata,
      payment_intent_data: {
        metadata,
        transfer_data: { destination },
        application_fee_amount: 200,
      },
      success_url: "http://localhost:4321/",
    });
    await market.pay(session.url ?? "");
    const event = await eventAbout("checkout.session.completed", session.id);
    expect((await market.deliver(event)).status).toBe(200);
    await market.call("GET", `/api/enrollment/checkout/return?session_id=${session.id}`);
    return session;
  }

  it.each([
    ["that copies everything but the ID", {}],
    ["of another amount", { unit_amount: 1900 }],
    ["of another currency", { currency: "eur" }],
    ["of a missing payment", { paymentId: "pay_missing" }],
  ])("%s changes nothing", async (_, change) => {
    const claim = await openCheckout();
    await forge(claim, change);
    expect(await statusOf(claim.student, claim.courseId)).toEqual([
      { enrollment: "held", payment: "open" },
    ]);
  });

  it.each([
    ["of another amount", { unit_amount: 1900 }],
    ["of another currency", { currency: "eur" }],
  ])("%s changes nothing while our own session is still unknown", async (_, change) => {
    const claim = await openCheckout();
    await market.context.db
      .update(payments)
      .set({ sessionId: null })
      .where(eq(payments.id, claim.paymentId));
    await forge(claim, change);
    expect(await statusOf(claim.student, claim.courseId)).toEqual([
      { enrollment: "held", payment: "open" },
    ]);
  });

  it("changes nothing when it pays another teacher", async () => {
    const other = await addSeller(market);
    const account = await market.call("GET", "/api/connect/accounts/current", {
      token: other.token,
    });
    const claim = await openCheckout();
    await market.context.db
      .update(payments)
      .set({ sessionId: null })
      .where(eq(payments.id, claim.paymentId));
    await forge(claim, { destination: account.body.data.id });
    expect(await statusOf(claim.student, claim.courseId)).toEqual([
      { enrollment: "held", payment: "open" },
    ]);
  });
});

describe("an unpaid checkout", () => {
  it("releases its seat after half an hour", async () => {
    const { courseId, student, sessionId } = await openCheckout({ maxStudents: 1 });
    const session = await market.context.stripe.checkout.sessions.retrieve(sessionId);
    const [row] = await market.context.db
      .select({ end: enrollments.holdExpiresAt })
      .from(enrollments)
      .where(eq(enrollments.courseId, courseId));
    expect(row?.end).toEqual(new Date(session.expires_at * 1000));

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29 * 60 * 1000 });
    await reconcilePayments(market.context);
    expect(await statusOf(student, courseId)).toEqual([{ enrollment: "held", payment: "open" }]);
    vi.setSystemTime(session.expires_at * 1000 + 1000);
    await reconcilePayments(market.context);
    vi.useRealTimers();
    expect(await statusOf(student, courseId)).toEqual([
      { enrollment: "expired", payment: "expired" },
    ]);
    expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(201);
  });

  it("releases its seat when the provider reports the expiration first", async () => {
    const { courseId, student, sessionId } = await openCheckout({ maxStudents: 1 });
    await market.context.stripe.checkout.sessions.expire(sessionId);
    await market.deliver(await eventAbout("checkout.session.expired", sessionId));
    expect(await statusOf(student, courseId)).toEqual([
      { enrollment: "expired", payment: "expired" },
    ]);
    expect((await market.enroll(student, courseId)).status).toBe(201);
  });

  it("keeps the seat past its end while the provider is unavailable", async () => {
    const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
    await market.pay(url);
    await market.fault({ fault: "status-500", times: 50 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 60 * 1000 });
    await expect(reconcilePayments(market.context)).rejects.toThrow();
    expect(await statusOf(student, courseId)).toEqual([{ enrollment: "held", payment: "open" }]);
    await market.clearFaults();
    await reconcilePayments(market.context);
    expect(await statusOf(student, courseId)).toEqual(enrolled);
  });
});

describe("a payment for a seat that is no longer available", () => {
  it("is refunded in full when the seat was given to another student", async () => {
    const { courseId, student, url, enrollmentId, paymentId, sessionId } = await openCheckout({
      maxStudents: 1,
    });
    await market.context.db
      .update(enrollments)
      .set({ status: "expired", endedAt: new Date() })
      .where(eq(enrollments.id, enrollmentId));
    const next = await addStudent(market.context);
    const other = await market.enroll(next, courseId);
    await market.call("GET", await market.pay(other.body.data.checkoutUrl));

    const landing = await market.call("GET", await market.pay(url));
    expect(landing.headers.get("location")).toMatch(/payment=(success|refunded)$/);
    expect(await statusOf(student, courseId)).toEqual([
      { enrollment: "expired", payment: "refunded" },
    ]);
    expect(await statusOf(next, courseId)).toEqual(enrolled);
    const { charges, refunds } = await market.ledger();
    const charge = charges.find(({ session }) => session === sessionId);
    expect(charge).toMatchObject({ refunded: true, metadata: { paymentId } });
    expect(refunds.filter((refund) => refund.charge === charge?.id)).toMatchObject([
      { amount: 2000, reverse_transfer: true, refund_application_fee: true },
    ]);
    await market.context.jobs.drain();
    const mails = await fetch(`${market.sandboxUrl}/mail/messages?to=${student.email}`);
    expect(await mails.json()).toMatchObject([
      {
        subject: expect.stringContaining("was refunded"),
        text: expect.stringContaining("last seat"),
      },
    ]);
  });

  it("is refunded in full when the course has fewer seats now", async () => {
    const first = await openCheckout({ maxStudents: 2 });
    const second = await addStudent(market.context);
    const held = await market.enroll(second, first.courseId);
    await market.context.db
      .update(courses)
      .set({ maxStudents: 1 })
      .where(eq(courses.id, first.courseId));
    await market.call("GET", await market.pay(first.url));
    await market.call("GET", await market.pay(held.body.data.checkoutUrl));
    expect(await statusOf(first.student, first.courseId)).toEqual(enrolled);
    expect(await statusOf(second, first.courseId)).toEqual([
      { enrollment: "refunded", payment: "refunded" },
    ]);
  });
});

describe("the webhook", () => {
  it("stores an event once and acknowledges each delivery", async () => {
    const { url, sessionId } = await openCheckout();
    await market.pay(url);
    const event = (await eventAbout("checkout.session.completed", sessionId)) as { id: string };
    for (let time = 0; time < 3; time += 1) {
      expect((await market.deliver(event)).status).toBe(200);
    }
    const stored = await market.context.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.id, event.id));
    expect(stored).toMatchObject([{ processedAt: expect.any(Date) }]);
  });

  it("rejects a wrong secret, an old signature and a changed body", async () => {
    const { courseId, student, url, sessionId } = await openCheckout();
    await market.pay(url);
    const event = await eventAbout("checkout.session.completed", sessionId);
    const now = Math.floor(Date.now() / 1000);
    const refused = [
      await market.deliver(event, { secret: "whsec_somebody_elses" }),
      await market.deliver(event, { timestamp: now - 301 }),
      await market.call("POST", "/api/webhooks/stripe", { body: event }),
      await market.call("POST", "/api/webhooks/stripe", {
        body: JSON.stringify(event),
        headers: { "stripe-signature": "t=1,v1=00" },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await statusOf(student, courseId)).toEqual([{ enrollment: "held", payment: "open" }]);
    expect((await market.deliver(event, { timestamp: now - 290 })).status).toBe(200);
  });

  it.each([
    "v1",
    "t=1,v1",
    "t=1,v1=",
    "t,v1=00",
    "t=1,v1,v1=00",
    "=",
    ",",
    "t=1;v1=00",
    "t=1,v1=ü",
    "t=1,v1=00,",
  ])("rejects the malformed signature “%s” with 400", async (signature) => {
    const { status } = await market.call("POST", "/api/webhooks/stripe", {
      body: JSON.stringify({ id: "evt_1", type: "invoice.paid", data: { object: {} } }),
      headers: { "stripe-signature": signature },
    });
    expect(status).toBe(400);
  });

  it("returns 5xx while the provider is unavailable, and the event is processed later", async () => {
    const { courseId, student, url, sessionId } = await openCheckout();
    await market.pay(url);
    const event = await eventAbout("checkout.session.completed", sessionId);
    await market.fault({ fault: "status-500", times: 20 });
    expect((await market.deliver(event)).status).toBe(503);
    await market.clearFaults();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
    await reconcilePayments(market.context);
    expect(await statusOf(student, courseId)).toEqual(enrolled);
    const waiting = await market.context.db.select().from(webhookEvents);
    expect(waiting.filter(({ processedAt }) => processedAt === null)).toEqual([]);
  });

  it("accepts events about unknown objects", async () => {
    for (const type of ["checkout.session.completed", "charge.refunded", "account.updated"]) {
      const event = { id: `evt_${type}`, object: "event", type, data: { object: { id: "cs_x" } } };
      expect((await market.deliver(event)).status).toBe(200);
    }
    expect(await settleCheckout(market.context, (await openCheckout()).sessionId)).toBe("open");
  });
});
