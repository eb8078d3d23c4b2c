/**
 * The recurring payment check with records that were tampered with, and retries after rejections.
 */
import { eq, inArray } from "drizzle-orm";
import { Stripe } from "stripe";
import { expect, it, vi } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { disputes } from "#server/db/tables/disputes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { paymentFindings } from "#server/db/tables/findings.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { refunds } from "#server/db/tables/refunds.table.ts";
import { settleCheckout } from "#server/payments/checkout/settle.ts";
import { checkPayments } from "#server/payments/reconciliation/check-payments.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  findCharge,
  findRefunds,
  pressAtProvider,
  readMails,
} from "../../support/payments/enrolled.ts";
import { addTeacher } from "../../support/people.ts";

const { market, teacher } = await openMarket();
const { db } = market.context;

const lostDispute = (paymentId: string, amountCents: number) => ({
  paymentId,
  amountCents,
  status: "lost" as const,
  reason: "fraudulent",
  openedAt: new Date(),
  closedAt: new Date(),
  askedAt: new Date(),
});

/** Runs the check a few minutes later, when all pending changes have been recorded. */
async function check(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
  await checkPayments(market.context, 90).finally(() => vi.useRealTimers());
}

it.each([
  ["canceled", { canceledAt: new Date(), archivedAt: new Date() }],
  ["archived", { archivedAt: new Date(Date.now() - 3_600_000) }],
])(
  "the payment check refunds a seat that was paid after the course was %s",
  async (_way, closing) => {
    const { courseId, student, sessionId } = await addEnrolled(market, teacher);
    await db
      .update(courses)
      .set({ status: "archived", ...closing })
      .where(eq(courses.id, courseId));
    await check();
    await check();
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 2000 }]);
  },
);

it("the payment check lets students keep a course that was archived after they enrolled", async () => {
  const { courseId, student } = await addEnrolled(market, teacher);
  const body = { status: "archived" };
  await market.call("PUT", `/api/courses/${courseId}`, { token: teacher.token, body });
  await check();
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
});

it("the payment check repairs seats and payments that contradict each other", async () => {
  const unpaid = await addEnrolled(market, teacher);
  await db
    .update(payments)
    .set({ status: "open", chargeId: null })
    .where(eq(payments.id, unpaid.paymentId));
  const seatless = await addEnrolled(market, teacher);
  await db
    .update(enrollments)
    .set({ status: "expired" })
    .where(eq(enrollments.id, seatless.enrollmentId));
  const returned = await addEnrolled(market, teacher);
  const charge = await findCharge(market, returned.sessionId);
  await market.context.stripe.refunds.create({ charge: charge.id });
  const seated = await addEnrolled(market, teacher);
  const path = `/api/enrollment/${seated.enrollmentId}/refund`;
  await market.call("POST", path, { token: teacher.token, body: {} });
  await db
    .update(enrollments)
    .set({ status: "enrolled" })
    .where(eq(enrollments.id, seated.enrollmentId));
  await check();
  const ends = await Promise.all(
    [unpaid, seatless, returned, seated].map(async ({ student, courseId }) => {
      const [seat] = await findSeats(market, student, courseId);
      return `${seat?.enrollment} ${seat?.payment}`;
    }),
  );
  expect(ends).toEqual([
    "enrolled paid",
    "enrolled paid",
    "refunded refunded",
    "refunded refunded",
  ]);
  expect(await findImbalances(market)).toEqual([]);
});

it("the payment check alerts staff once to what it cannot repair, and again when it recurs", async () => {
  const { paymentId, sessionId } = await addEnrolled(market, teacher);
  const amountOf = (amountCents: number) =>
    db.update(payments).set({ amountCents }).where(eq(payments.id, paymentId));
  const { id } = await findCharge(market, sessionId);
  const mails = async () =>
    (await readMails(market, { ...teacher, email: getSupportAddress() })).filter(({ subject }) =>
      subject.includes(id),
    );
  await amountOf(2500);
  await check();
  await check();
  const known = await db.select().from(paymentFindings).where(eq(paymentFindings.subjectId, id));
  expect(known).toMatchObject([{ kind: "amount-differs", resolvedAt: null }]);
  await amountOf(2000);
  await check();
  await amountOf(2500);
  await check();
  const all = await db.select().from(paymentFindings).where(eq(paymentFindings.subjectId, id));
  expect(all).toHaveLength(2);
  await amountOf(2000);
  await check();
  expect(await mails()).toHaveLength(2);
});

const findGroups = async (...subjects: string[]) => {
  const found = await db
    .select({ kind: paymentFindings.kind })
    .from(paymentFindings)
    .where(inArray(paymentFindings.subjectId, subjects));
  return found.map(({ kind }) => kind);
};

it.each([
  ["has no charge", { chargeId: null, sessionId: null }, "seat-without-charge"],
  [
    "names a missing charge",
    { chargeId: "ch_invented", sessionId: null, paidAt: null },
    "missing-charge",
  ],
  [
    "is being refunded without a charge",
    { chargeId: null, status: "refunding", refundReason: "student" },
    "seat-without-charge",
  ],
] as const)(
  "the payment check alerts staff to a seat whose payment %s",
  async (_way, change, kind) => {
    const { enrollmentId, paymentId } = await addEnrolled(market, teacher);
    await db.update(payments).set(change).where(eq(payments.id, paymentId));
    await check();
    await check();
    const kinds = await findGroups(enrollmentId, paymentId);
    expect(kinds.filter((each) => each === kind)).toHaveLength(1);
  },
);

it("the payment check alerts staff to a refund that fails at the provider after it succeeded", async () => {
  const { enrollmentId, paymentId, sessionId } = await addEnrolled(market, teacher);
  const path = `/api/enrollment/${enrollmentId}/refund`;
  await market.call("POST", path, { token: teacher.token, body: {} });
  await check();
  expect(await findGroups(paymentId)).toEqual([]);
  const charge = await findCharge(market, sessionId);
  const { data } = await market.context.stripe.refunds.list({ charge: charge.id });
  const list = vi.spyOn(market.context.stripe.refunds, "list").mockReturnValue(
    (async function* () {
      for (const refund of data) yield { ...refund, status: "failed" };
    })() as unknown as ReturnType<typeof market.context.stripe.refunds.list>,
  );
  await settleCheckout(market.context, sessionId);
  list.mockRestore();
  await check();
  expect(await findGroups(paymentId)).toEqual(["refund-not-made"]);
});

it("the payment check alerts staff to a refund that only our records contain", async () => {
  const { enrollmentId, paymentId } = await addEnrolled(market, teacher);
  await db.update(payments).set({ status: "refunded" }).where(eq(payments.id, paymentId));
  await db.update(enrollments).set({ status: "refunded" }).where(eq(enrollments.id, enrollmentId));
  await check();
  await check();
  expect(await findGroups(paymentId)).toEqual(["refund-not-made"]);
});

it("the payment check accepts a payment partly taken by a bank and otherwise refunded", async () => {
  const { enrollmentId, paymentId } = await addEnrolled(market, teacher);
  await db
    .insert(disputes)
    .values({ ...lostDispute(paymentId, 500), providerDisputeId: "dp_settled" });
  const path = `/api/enrollment/${enrollmentId}/refund`;
  await market.call("POST", path, { token: teacher.token, body: {} });
  await check();
  expect(await findGroups(paymentId)).toEqual([]);
});

it("a refund is retried with another idempotency key when its request has changed", async () => {
  const { enrollmentId, paymentId, sessionId } = await addEnrolled(market, teacher);
  const retries = vi.spyOn(market.context.stripe.refunds, "create");
  retries.mockImplementationOnce(async () => {
    throw new Stripe.errors.StripeIdempotencyError({
      type: "idempotency_error",
      message: "Keys can only be used with the same parameters they were first used with.",
    });
  });
  const path = `/api/enrollment/${enrollmentId}/refund`;
  expect((await market.call("POST", path, { token: teacher.token, body: {} })).status).toBe(503);
  retries.mockRestore();
  expect((await market.call("POST", path, { token: teacher.token, body: {} })).status).toBe(200);
  const [refund] = await db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  expect(refund).toMatchObject({ status: "made", attempt: 1 });
  expect(await findRefunds(market, sessionId)).toHaveLength(1);
});

it("a canceled course's disputed payment is refunded once the bank has decided in our favor", async () => {
  const { courseId, student, sessionId } = await addEnrolled(market, teacher, {
    card: cards.disputed,
  });
  const path = `/api/courses/${courseId}/cancel`;
  await market.call("POST", path, { token: teacher.token, body: {} });
  await reconcilePayments(market.context);
  expect(await findRefunds(market, sessionId)).toEqual([]);
  const charge = await findCharge(market, sessionId);
  const [dispute] = (await market.context.stripe.disputes.list({ charge: charge.id })).data;
  await pressAtProvider(market, `/bank/${dispute?.id}/won`);
  for (const event of await market.events("charge.dispute.closed")) await market.deliver(event);
  await reconcilePayments(market.context);
  expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 2000 }]);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
});

it.each(["refused-400", "broken-500"] as const)(
  "a refund is retried with another idempotency key after the stored response %s",
  async (fault) => {
    const { courseId, sessionId } = await addEnrolled(market, teacher);
    await market.fault({ fault, match: "/v1/refunds", times: 2 });
    const path = `/api/courses/${courseId}/cancel`;
    expect((await market.call("POST", path, { token: teacher.token, body: {} })).status).toBe(200);
    await reconcilePayments(market.context).catch(() => undefined);
    await reconcilePayments(market.context);
    await reconcilePayments(market.context);
    expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 2000 }]);
  },
);

it.each([
  ["teacher", "refused-400"],
  ["teacher", "broken-500"],
  ["student who leaves", "refused-400"],
  ["student who leaves", "broken-500"],
] as const)(
  "a %s gets the refund on the second attempt after the response %s",
  async (who, fault) => {
    const { courseId, enrollmentId, student, sessionId } = await addEnrolled(market, teacher);
    await market.fault({ fault, match: "/v1/refunds", times: 1 });
    const ask = () =>
      who === "teacher"
        ? market.call("POST", `/api/enrollment/${enrollmentId}/refund`, {
            token: teacher.token,
            body: {},
          })
        : market.call("POST", `/api/enrollment/course/${courseId}/leave`, { token: student.token });
    await ask();
    await ask();
    // A student who has left doesn't have to act again: the next poll of open refunds completes it.
    await reconcilePayments(market.context);
    expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 2000 }]);
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
  },
);

it("the payment check sets up a payment account that the provider rejected once", async () => {
  const newcomer = await addTeacher(market.context);
  const body = JSON.stringify({ provider: "stripe", fault: "refused-400", match: "/v1/accounts" });
  const headers = { "content-type": "application/json" };
  await fetch(`${market.sandboxUrl}/faults`, { method: "POST", headers, body });
  const setUp = () => market.call("POST", "/api/connect/accounts/setup", { token: newcomer.token });
  expect((await setUp()).status).toBe(503);
  expect((await setUp()).status).toBe(200);
});
