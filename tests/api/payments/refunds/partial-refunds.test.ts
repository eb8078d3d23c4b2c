import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { settleCheckout } from "#server/payments/checkout/settle.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { countStatements } from "../../../support/database/queries.ts";
import { findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import {
  addEnrolled,
  findCharge,
  findRefunds,
  readMails,
} from "../../../support/payments/enrolled.ts";

const { market, teacher } = await openMarket();

afterEach(async () => expect(await findImbalances(market)).toEqual([]));

const giveBack = (
  enrollmentId: string,
  amount: number | undefined,
  { requestId = randomUUID(), note }: { requestId?: string; note?: string } = {},
) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, {
    token: teacher.token,
    body: { amount, requestId, note },
  });

it("a partial refund returns its share of the fee, and the student stays enrolled", async () => {
  const { enrollmentId, sessionId, student, courseId } = await addEnrolled(market, teacher);
  const answer = await giveBack(enrollmentId, 5.5, { note: "Two classes fell through." });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { _id: enrollmentId, status: "enrolled", amount: 20, refunded: 5.5 } },
  });
  expect(await findRefunds(market, sessionId)).toMatchObject([
    { amount: 550, reverse_transfer: true, refund_application_fee: true },
  ]);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const mails = await readMails(market, student);
  const mail = mails.find(({ subject }) => subject.includes("$5.50"));
  expect(mail?.text).toContain("Two classes fell through.");
  expect(mail?.text).toContain("You are still enrolled.");
});

it("a request ID results in one refund, however often it is sent, and two IDs result in two", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const requestId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => giveBack(enrollmentId, 3, { requestId })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await findRefunds(market, sessionId)).toHaveLength(1);
  expect((await giveBack(enrollmentId, 3)).body.data.refunded).toBe(6);
  expect(await findRefunds(market, sessionId)).toHaveLength(2);
  const others = [
    await giveBack(enrollmentId, 4, { requestId }),
    await giveBack(enrollmentId, 3, { requestId, note: "Sorry!" }),
  ];
  expect(others.map(({ status }) => status)).toEqual([409, 409]);
});

it("partial refunds never exceed what is left, even when many are requested at once", async () => {
  const { enrollmentId, sessionId, student, courseId } = await addEnrolled(market, teacher);
  const answers = await Promise.all(Array.from({ length: 8 }, () => giveBack(enrollmentId, 6)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
  expect((await findCharge(market, sessionId)).amount_refunded).toBe(1800);
  const refused = await giveBack(enrollmentId, 6);
  expect(refused.body.message).toBe("At most $2.00 can be refunded.");
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it("the enrollment ends when a last partial or a full refund leaves nothing", async () => {
  for (const last of [15, undefined]) {
    const { enrollmentId, sessionId, student, courseId } = await addEnrolled(market, teacher);
    await giveBack(enrollmentId, 5);
    expect((await giveBack(enrollmentId, last)).body.data).toMatchObject({
      status: "refunded",
      refunded: 20,
    });
    expect((await findRefunds(market, sessionId)).map(({ amount }) => amount)).toEqual([500, 1500]);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    const again = await giveBack(enrollmentId, 1);
    expect(again).toMatchObject({
      status: 409,
      body: { message: "This payment has already been refunded in full." },
    });
  }
});

it("the last refund email states the amount refunded now, and not the total", async () => {
  const { enrollmentId, student, courseId } = await addEnrolled(market, teacher);
  await giveBack(enrollmentId, 5);
  const left = await market.call("POST", `/api/enrollment/course/${courseId}/leave`, {
    token: student.token,
  });
  expect(left.body.data.refunded).toBe(true);
  const rest = "the remaining $15.00 of your $20.00 payment";
  const isEnd = ({ subject }: { subject: string }) => subject.includes("has ended");
  const toStudent = (await readMails(market, student)).find(isEnd);
  expect(toStudent?.text).toContain(rest);
  expect(toStudent?.text).not.toContain("in full");
  const toTeacher = (await readMails(market, teacher)).findLast(({ subject }) =>
    subject.startsWith("An enrollment in"),
  );
  expect(toTeacher?.text).toContain("The remaining $15.00 of $20.00 was refunded");
});

it.each(["status-500", "drop-response"] as const)(
  "a partial refund is recorded during the provider's fault %s and made once afterward",
  async (fault) => {
    const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
    await market.fault({ fault, match: "/v1/refunds", times: 10 });
    const requestId = randomUUID();
    expect((await giveBack(enrollmentId, 7, { requestId })).status).toBe(503);
    await market.clearFaults();
    await reconcilePayments(market.context);
    expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 700 }]);
    expect((await giveBack(enrollmentId, 7, { requestId })).body.data.refunded).toBe(7);
    expect(await findRefunds(market, sessionId)).toHaveLength(1);
  },
);

it("refunds made at the provider are copied, in whatever order their events arrive", async () => {
  const { enrollmentId, sessionId, student, courseId } = await addEnrolled(market, teacher);
  const { id: charge } = await findCharge(market, sessionId);
  await market.context.stripe.refunds.create({ charge, amount: 300 });
  await giveBack(enrollmentId, 2);
  await market.context.stripe.refunds.create({ charge, amount: 400 });
  const events = (await market.events("charge.refunded")) as {
    data: { object: { id: string } };
  }[];
  const own = events.filter(({ data }) => data.object.id === charge).toReversed();
  expect(own).toHaveLength(3);
  for (const event of [...own, ...own]) expect((await market.deliver(event)).status).toBe(200);
  expect((await giveBack(enrollmentId, 12)).body.message).toBe("At most $11.00 can be refunded.");
  const notices = (await readMails(market, student)).filter(({ subject }) =>
    subject.includes("refunded"),
  );
  expect(notices).toHaveLength(3);

  await market.context.stripe.refunds.create({ charge });
  await market.deliver((await market.events("charge.refunded")).at(-1) ?? {});
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
});

it.each([
  ["a fraction of a cent", { amount: 1.005 }, "amount"],
  ["nothing", { amount: 0 }, "amount"],
  ["a negative amount", { amount: -5 }, "amount"],
  ["words", { amount: "5" }, "amount"],
  ["a missing request ID", { amount: 5, requestId: undefined }, "requestId"],
  ["an invalid request ID", { amount: 5, requestId: "1" }, "requestId"],
])("a partial refund is rejected for %s", async (_what, body, field) => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const answer = await market.call("POST", `/api/enrollment/${enrollmentId}/refund`, {
    token: teacher.token,
    body: { requestId: randomUUID(), ...body },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ field }]);
  expect(await findRefunds(market, sessionId)).toEqual([]);
});

it("a partial refund is rejected for a free seat", async () => {
  const { enrollmentId } = await addEnrolled(market, teacher, { price: 0 });
  expect((await giveBack(enrollmentId, 5)).status).toBe(409);
});

it("the teacher sees how much can still be refunded", async () => {
  const { enrollmentId } = await addEnrolled(market, teacher);
  await giveBack(enrollmentId, 5);
  const list = await market.call("GET", "/api/enrollment/teacher/students", {
    token: teacher.token,
  });
  const row = list.body.data.students.find(
    (each: { enrollmentId: string }) => each.enrollmentId === enrollmentId,
  );
  expect(row).toMatchObject({ amount: 20, refundable: 15 });
});

it("a partial refund is at least $0.50, unless it is the rest", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const refused = await giveBack(enrollmentId, 0.49);
  const message = "Please refund at least $0.50, or everything that is left.";
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "amount", message }] } });
  expect(await findRefunds(market, sessionId)).toEqual([]);
  await giveBack(enrollmentId, 19.6);
  expect((await giveBack(enrollmentId, 0.3)).status).toBe(400);
  expect((await giveBack(enrollmentId, 0.4)).body.data.status).toBe("refunded");
});

it("a payment has at most 20 partial refunds, and the rest can still be refunded", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const answers = await Promise.all(Array.from({ length: 22 }, () => giveBack(enrollmentId, 0.5)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 409);
  const message =
    "You've made 20 partial refunds of this payment. You can still refund everything that is left.";
  expect(refused.map(({ body }) => body.errors)).toEqual(
    Array(2).fill([{ field: "amount", message }]),
  );
  expect(await findRefunds(market, sessionId)).toHaveLength(20);
  expect((await giveBack(enrollmentId, 10)).body.data.status).toBe("refunded");
});

it("recording refunds takes the same number of statements, however many there are", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const { id: charge } = await findCharge(market, sessionId);
  const settle = () => countStatements(() => settleCheckout(market.context, sessionId));
  await giveBack(enrollmentId, 1);
  const withOne = await settle();
  for (let number = 0; number < 12; number += 1) {
    await market.context.stripe.refunds.create({ charge, amount: 1 });
  }
  await settle();
  expect(await settle()).toBe(withOne);
});
