/**
 * Refunds that are rejected, wait for a bank, or compete with another request for the same money.
 */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { disputes } from "#server/db/tables/disputes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { refunds } from "#server/db/tables/refunds.table.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { attemptRefund } from "#server/payments/refunds/refund.ts";
import { addCourse } from "../../../support/courses.ts";
import { addSeller, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  findAccountId,
  findCharge,
  findRefunds,
  pressAtProvider,
  readMails,
} from "../../../support/payments/enrolled.ts";
import { addStudent, type Person } from "../../../support/people.ts";

const { market, teacher } = await openMarket();

const refund = (by: Person, enrollmentId: string, body: object = {}) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: by.token, body });

/** Requests a refund while the provider is unavailable, so that it is only recorded. */
async function noteRefund(by: Person, enrollmentId: string, body: object = {}): Promise<void> {
  await market.fault({ fault: "status-500", match: "/v1/refunds", times: 10 });
  expect((await refund(by, enrollmentId, body)).status).toBe(503);
  await market.clearFaults();
}

const disconnect = async (seller: Person) =>
  pressAtProvider(market, `/express/${await findAccountId(market, seller)}/disconnect`);

const rowsOf = (paymentId: string) =>
  market.context.db.select().from(refunds).where(eq(refunds.paymentId, paymentId));

it("refunds that banks do not allow yet do not delay other payments", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 9 });
  for (let each = 0; each < 3; each += 1) {
    const { body } = await market.enroll(await addStudent(market.context), courseId);
    await market.call("GET", await market.pay(body.data.checkoutUrl, cards.disputed));
  }
  const path = `/api/courses/${courseId}/cancel`;
  const canceled = await market.call("POST", path, { token: teacher.token, body: {} });
  expect(canceled).toMatchObject({ status: 200, body: { data: { refunds: 3 } } });

  const other = await addCourse(market.context, teacher, { price: 20 });
  const student = await addStudent(market.context);
  await market.pay((await market.enroll(student, other)).body.data.checkoutUrl);
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, other)).toMatchObject([{ enrollment: "enrolled" }]);

  await pollStripe(market.context);
  await reconcilePayments(market.context);
});

it("a refund that the student is entitled to replaces the teacher's pending refund", async () => {
  const seller = await addSeller(market);
  const { student, courseId, enrollmentId, sessionId } = await addEnrolled(market, seller);
  await noteRefund(seller, enrollmentId);
  await disconnect(seller);
  const left = await market.call("POST", `/api/enrollment/course/${courseId}/leave`, {
    token: student.token,
  });
  expect(left).toMatchObject({ status: 200, body: { data: { refunded: true } } });
  expect(await findRefunds(market, sessionId)).toMatchObject([
    { amount: 2000, reverse_transfer: false },
  ]);
});

it("a refund that fails later notifies the teacher and changes nothing", async () => {
  const seller = await addSeller(market);
  const { student, courseId, enrollmentId, paymentId } = await addEnrolled(market, seller);
  await noteRefund(seller, enrollmentId);
  await disconnect(seller);
  const [noted] = await rowsOf(paymentId);
  await attemptRefund(market.context, noted?.id ?? "");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const notices = (await readMails(market, seller)).filter(({ subject }) =>
    subject.endsWith(" failed"),
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toContain("Nothing was refunded.");
});

it("a pending partial refund is subtracted from what can be refunded", async () => {
  const seller = await addSeller(market);
  const { enrollmentId } = await addEnrolled(market, seller);
  await noteRefund(seller, enrollmentId, { amount: 5, requestId: randomUUID() });
  const { token } = seller;
  const list = await market.call("GET", "/api/enrollment/teacher/students", { token });
  expect(list.body.data.students).toMatchObject([{ enrollmentId: enrollmentId, refundable: 15 }]);
  const earnings = await market.call("GET", "/api/connect/earnings?period=all", { token });
  expect(earnings.body.data.entries).toMatchObject([
    { refund: { refundable: 15, isEnrolled: true } },
  ]);
});

it("a full refund after a partial one whose response was lost ends the enrollment and sends one email", async () => {
  const { student, enrollmentId } = await addEnrolled(market, teacher);
  await market.fault({ fault: "drop-response", match: "/v1/refunds", times: 10 });
  await refund(teacher, enrollmentId, { amount: 5, requestId: randomUUID() });
  await market.clearFaults();
  expect((await refund(teacher, enrollmentId, { note: "All of it." })).body.data).toMatchObject({
    status: "refunded",
    refunded: 20,
  });
  const mails = await readMails(market, student);
  expect(mails.filter(({ text }) => text.includes("You are still enrolled."))).toEqual([]);
  expect(mails.filter(({ text }) => text.includes("All of it."))).toHaveLength(1);
});

it("the teacher's message reaches the student when the webhook arrives first", async () => {
  const { student, enrollmentId, sessionId } = await addEnrolled(market, teacher);
  await market.fault({ fault: "drop-response", match: "/v1/refunds", times: 10 });
  expect((await refund(teacher, enrollmentId, { note: "With our thanks." })).status).toBe(503);
  await market.clearFaults();
  const { id } = await findCharge(market, sessionId);
  const events = (await market.events("charge.refunded")) as { data: { object: object } }[];
  const event = events.findLast(({ data }) => "id" in data.object && data.object.id === id);
  expect((await market.deliver(event ?? {})).status).toBe(200);
  const mails = await readMails(market, student);
  expect(mails.filter(({ text }) => text.includes("With our thanks."))).toHaveLength(1);
});

it("a refund of the whole remaining amount is made once, and another one has to wait", async () => {
  const { enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const request = { amount: 20, requestId: randomUUID() };
  await noteRefund(teacher, enrollmentId, request);
  const other = await refund(teacher, enrollmentId, { amount: 20, requestId: randomUUID() });
  expect(other).toMatchObject({ status: 409 });
  expect(other.body.message).toContain("The refund has been requested");
  for (let time = 0; time < 2; time += 1) {
    expect((await refund(teacher, enrollmentId, request)).body.data).toMatchObject({
      refunded: 20,
    });
  }
  expect(await findRefunds(market, sessionId)).toHaveLength(1);
});

it("a partial refund after the student left does not call the student enrolled", async () => {
  const { student, courseId, enrollmentId, paymentId } = await addEnrolled(market, teacher);
  await market.context.db
    .update(enrollments)
    .set({ status: "left", endedAt: new Date() })
    .where(eq(enrollments.id, enrollmentId));
  const part = await refund(teacher, enrollmentId, { amount: 5, requestId: randomUUID() });
  expect(part.status).toBe(200);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "left" }]);
  expect(await rowsOf(paymentId)).toMatchObject([{ status: "made", amountCents: 500 }]);
  const mail = (await readMails(market, student)).find(({ subject }) => subject.includes("$5.00"));
  expect(mail?.text).not.toContain("You are still enrolled.");
});

it("a lost dispute takes back only what the teacher still has", async () => {
  const { sessionId, paymentId } = await addEnrolled(market, teacher, { card: cards.disputed });
  const { stripe } = market.context;
  const charge = await stripe.charges.retrieve((await findCharge(market, sessionId)).id);
  const transfer = typeof charge.transfer === "string" ? charge.transfer : "";
  await stripe.transfers.createReversal(transfer, { amount: 500 });
  const [dispute] = (await stripe.disputes.list({ limit: 1 })).data;
  await stripe.disputes.update(dispute?.id ?? "", {
    evidence: { uncategorized_text: "losing_evidence" },
  });
  await pollStripe(market.context);
  expect(await stripe.transfers.retrieve(transfer)).toMatchObject({ amount_reversed: 2000 });
  const [row] = await market.context.db
    .select()
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));
  expect(row).toMatchObject({ status: "lost", recovery: "made" });
});
