/**
 * Refunds that are requested repeatedly, from several pages, or after part of the payment was
 * refunded.
 */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { refunds } from "#server/db/tables/refunds.table.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { findSeats, startApiProcess } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import {
  addEnrolled,
  findCharge,
  findRefunds,
  readMails,
} from "../../../support/payments/enrolled.ts";

const { market, teacher } = await openMarket();
const hourMs = 60 * 60 * 1000;

const refund = (enrollmentId: string, body: object = {}) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token, body });
const part = (amount: number, more: object = {}) => ({ amount, requestId: randomUUID(), ...more });

async function noteWhileAway(enrollmentId: string, body: object = {}): Promise<void> {
  await market.fault({ fault: "status-500", match: "/v1/refunds", times: 10 });
  expect((await refund(enrollmentId, body)).status).toBe(503);
  await market.clearFaults();
}

const markLeft = (enrollmentId: string) =>
  market.context.db
    .update(enrollments)
    .set({ status: "left", endedAt: new Date() })
    .where(eq(enrollments.id, enrollmentId));

it("a full refund to a student who has left is made once, however often it is requested", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  await markLeft(enrollmentId);
  await noteWhileAway(enrollmentId);
  for (let time = 0; time < 2; time += 1) {
    expect(await refund(enrollmentId)).toMatchObject({
      status: 200,
      body: { data: { refunded: 20 } },
    });
  }
  expect(await findRefunds(market, sessionId)).toHaveLength(1);
});

it("two pages that show the same remaining amount do not refund it twice", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const first = part(5, { seen: 20 });
  expect((await refund(enrollmentId, first)).status).toBe(200);
  const second = await refund(enrollmentId, part(5, { seen: 20 }));
  expect(second).toMatchObject({ status: 409 });
  expect(second.body.message).toContain("At most $15.00 can be refunded.");
  expect((await refund(enrollmentId, first)).status).toBe(200);
  expect((await refund(enrollmentId, part(5, { seen: 15 }))).status).toBe(200);
  expect((await findRefunds(market, sessionId)).map(({ amount }) => amount)).toEqual([500, 500]);
});

it("simultaneous full refunds in two processes make one refund", async () => {
  const seats = [];
  for (let number = 0; number < 3; number += 1) seats.push(await addEnrolled(market, teacher));
  const [one, other] = await Promise.all([startApiProcess(market), startApiProcess(market)]);
  try {
    const statuses = await Promise.all(
      seats.flatMap(({ enrollmentId }) =>
        [one, other, one, other].map((process) =>
          process.call("POST", `/api/enrollment/${enrollmentId}/refund`, teacher.token),
        ),
      ),
    );
    // A request that arrives while another one is running gets the response that the refund has
    // been recorded. On a busy machine, too many of the teacher's requests may wait.
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    await reconcilePayments(market.context);
    for (const { sessionId, student, courseId } of seats) {
      expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 2000 }]);
      expect(await findSeats(market, student, courseId)).toMatchObject([
        { enrollment: "refunded" },
      ]);
    }
  } finally {
    await Promise.all([one.kill(), other.kill()]);
  }
});

it("a partial refund replaced by a full one is reported without blaming the account", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const waiting = part(5);
  await noteWhileAway(enrollmentId, waiting);
  expect((await refund(enrollmentId)).body.data).toMatchObject({
    status: "refunded",
    refunded: 20,
  });
  expect(await refund(enrollmentId, waiting)).toMatchObject({
    status: 409,
    body: { message: "This payment has already been refunded in full." },
  });
  expect((await findCharge(market, sessionId)).amount_refunded).toBe(2000);
});

it("a partial refund that exceeds what is left at the provider reports and stores the amount that is left", async () => {
  const { student, courseId, enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const { id: charge } = await findCharge(market, sessionId);
  await market.context.stripe.refunds.create({ charge, amount: 1500 });
  expect(await refund(enrollmentId, part(10))).toMatchObject({
    status: 409,
    body: { message: "At most $5.00 can be refunded." },
  });
  const mails = await readMails(market, teacher);
  expect(mails.filter(({ text }) => text.includes("At most $5.00"))).toHaveLength(1);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  expect((await refund(enrollmentId, part(5))).body.data).toMatchObject({ status: "refunded" });
});

it("a partial refund with a lost response is not repeated after the provider's key has expired", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  await market.fault({ fault: "drop-response", match: "/v1/refunds", times: 10 });
  expect((await refund(enrollmentId, part(5))).status).toBe(503);
  await market.clearFaults();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * hourMs });
  await reconcilePayments(market.context);
  expect(await findRefunds(market, sessionId)).toHaveLength(1);
});

it("a full refund that fails after a partial one keeps the partial one and can be retried", async () => {
  const { student, courseId, enrollmentId, paymentId, sessionId } = await addEnrolled(
    market,
    teacher,
  );
  expect((await refund(enrollmentId, part(5))).status).toBe(200);
  await market.fault({ fault: "refused-400", match: "/v1/refunds", times: 1 });
  const refused = await refund(enrollmentId);
  await market.clearFaults();
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toContain("rejected this refund");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const rows = await market.context.db
    .select({ status: refunds.status, cents: refunds.amountCents })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(refunds.createdAt);
  expect(rows).toEqual([
    { status: "made", cents: 500 },
    { status: "failed", cents: 1500 },
  ]);
  expect((await refund(enrollmentId)).body.data).toMatchObject({
    status: "refunded",
    refunded: 20,
  });
  expect((await findRefunds(market, sessionId)).map(({ amount }) => amount)).toEqual([500, 1500]);
});

it.each([
  ["the smallest price", 0.5, [0.5]],
  ["a low price", 1.52, [0.51, 0.66, 0.35]],
  ["an odd price", 33.33, [11.11, 11.11, 11.11]],
  ["the largest price", 9999, [0.51, 3333.33, 6665.16]],
])("partial refunds of %s add up to the cent, as does the fee", async (_which, price, parts) => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher, { price });
  for (const amount of parts) expect((await refund(enrollmentId, part(amount))).status).toBe(200);
  const { id } = await findCharge(market, sessionId);
  const charge = await market.context.stripe.charges.retrieve(id, {
    expand: ["transfer", "application_fee"],
  });
  const cents = Math.round(price * 100);
  expect(charge).toMatchObject({
    refunded: true,
    amount_refunded: cents,
    transfer: { amount_reversed: cents },
    application_fee: { amount: Math.round(cents / 10), refunded: true },
  });
});
