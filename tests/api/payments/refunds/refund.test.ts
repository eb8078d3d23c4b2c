import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { payments } from "#server/db/tables/payments.table.ts";
import { refunds } from "#server/db/tables/refunds.table.ts";
import { transact } from "#server/db/transact.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { refundEnrollment } from "#server/payments/refunds/refund.ts";
import { requestRefund } from "#server/payments/refunds/refund-request.ts";
import { addCourse } from "../../../support/courses.ts";
import { findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { readMails } from "../../../support/payments/enrolled.ts";
import { addStudent, addTeacher, type Person } from "../../../support/people.ts";

const { market, teacher } = await openMarket();
afterEach(async () => {
  expect(await findImbalances(market)).toEqual([]);
});

async function enrolledStudent(price = 20) {
  const courseId = await addCourse(market.context, teacher, { price, maxStudents: 1 });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  if (price > 0) await market.call("GET", await market.pay(body.data.checkoutUrl));
  const [seat] = await findSeats(market, student, courseId);
  if (seat?.enrollment !== "enrolled") throw new Error("The student is not enrolled");
  return { courseId, student, ...seat };
}

const refund = (enrollmentId: string, by: Person) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: by.token });

async function refundsOf(sessionId: string) {
  const { charges, refunds } = await market.ledger();
  const charge = charges.find(({ session }) => session === sessionId);
  return refunds.filter((each) => each.charge === charge?.id);
}

it("a full refund returns the payment, the transfer and the fee once, and frees the seat", async () => {
  const { courseId, student, enrollmentId, sessionId } = await enrolledStudent();
  const first = await refund(enrollmentId, teacher);
  expect(first).toMatchObject({
    status: 200,
    body: { data: { _id: enrollmentId, courseId, status: "refunded", amount: 20 } },
  });
  const second = await refund(enrollmentId, teacher);
  expect(second.body).toEqual(first.body);
  expect(await refundsOf(sessionId)).toMatchObject([
    { amount: 2000, reverse_transfer: true, refund_application_fee: true },
  ]);
  const list = await market.call("GET", "/api/enrollment/student/enrollments", {
    token: student.token,
  });
  expect(list.body.data).toEqual([]);
  expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(201);
});

it("ten simultaneous calls make one refund", async () => {
  const { enrollmentId, sessionId } = await enrolledStudent();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refund(enrollmentId, teacher)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await refundsOf(sessionId)).toHaveLength(1);
});

it("a refunded student can enroll and pay again", async () => {
  const { courseId, student, enrollmentId } = await enrolledStudent();
  await refund(enrollmentId, teacher);
  const again = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(again.body.data.checkoutUrl));
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
    { enrollment: "enrolled", payment: "paid" },
  ]);
});

it("only the teacher can refund, and others cannot tell whether the enrollment exists", async () => {
  const { student, enrollmentId, sessionId } = await enrolledStudent();
  const other = await addTeacher(market.context);
  const path = `/api/enrollment/${enrollmentId}/refund`;
  expect((await market.call("POST", path)).status).toBe(401);
  expect((await refund(enrollmentId, student)).status).toBe(403);
  const denied = await refund(enrollmentId, other);
  const missing = await refund("enr_missing", other);
  expect(denied.status).toBe(404);
  expect(denied.body).toEqual(missing.body);
  expect(await refundsOf(sessionId)).toEqual([]);
});

it("removing a student from a free course frees the seat without a payment", async () => {
  const { courseId, student, enrollmentId } = await enrolledStudent(0);
  expect((await refund(enrollmentId, teacher)).body.data.status).toBe("refunded");
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
});

it("the emails about a removal from a free course say that the enrollment was ended, not refunded", async () => {
  const { enrollmentId, student } = await enrolledStudent(0);
  await refund(enrollmentId, teacher);
  const mail = (await readMails(market, teacher)).find(({ text }) =>
    text.includes("The course was free, so there was nothing to refund."),
  );
  expect(mail?.subject).toMatch(/^An enrollment in .+ has ended$/);
  expect(mail?.text).toContain("You ended the enrollment.");
  // Emails are sent by several jobs at the same time, so this one may arrive before the confirmation.
  const toStudent = (await readMails(market, student)).map(({ text }) => text).join("\n");
  expect(toStudent).toContain("Your teacher ended your enrollment in ");
});

it("a refund is rejected for a seat that is only held or was never paid", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 20 });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  const [seat] = await findSeats(market, student, courseId);
  expect((await refund(seat?.enrollmentId ?? "", teacher)).status).toBe(409);
  await market.call("GET", await market.cancelCheckout(body.data.checkoutUrl));
  expect((await refund(seat?.enrollmentId ?? "", teacher)).status).toBe(409);
});

it.each(["status-500", "drop-response"] as const)(
  "a full refund is recorded during the provider's fault %s and made once afterward",
  async (fault) => {
    const { courseId, student, enrollmentId, sessionId } = await enrolledStudent();
    await market.fault({ fault, match: "/v1/refunds", times: 10 });
    const answer = await refund(enrollmentId, teacher);
    expect(answer.status).toBe(503);
    expect(answer.headers.has("retry-after")).toBe(true);
    await market.clearFaults();
    await reconcilePayments(market.context);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await refundsOf(sessionId)).toHaveLength(1);
    expect((await refund(enrollmentId, teacher)).status).toBe(200);
  },
);

it("a refund is completed after a crash between our record and the provider's call", async () => {
  const { courseId, student, enrollmentId, sessionId } = await enrolledStudent();
  await transact(market.context.db, (tx) =>
    requestRefund(market.context, tx, enrollmentId, "teacher"),
  );
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
  expect(await refundsOf(sessionId)).toHaveLength(1);
});

it("a refund is completed after a crash between the provider's call and our record", async () => {
  const { courseId, student, enrollmentId, sessionId, paymentId } = await enrolledStudent();
  await refund(enrollmentId, teacher);
  // Simulates a process that was killed before it recorded the refund, after the idempotency key
  // has expired.
  await market.context.db
    .update(payments)
    .set({ status: "refunding", refundedCents: 0 })
    .where(eq(payments.id, paymentId));
  await market.context.db
    .update(refunds)
    .set({ status: "requested", providerRefundId: null, madeAt: null })
    .where(eq(refunds.paymentId, paymentId));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 48 * 60 * 60 * 1000 });
  await reconcilePayments(market.context);
  vi.useRealTimers();
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
  ]);
  expect(await refundsOf(sessionId)).toHaveLength(1);
});

it("a full refund made at the provider is copied", async () => {
  const { courseId, student, sessionId } = await enrolledStudent();
  const { charges } = await market.ledger();
  const charge = charges.find(({ session }) => session === sessionId);
  await market.context.stripe.refunds.create({ charge: charge?.id ?? "" });
  const event = (await market.events("charge.refunded")).at(-1);
  expect((await market.deliver(event ?? {})).status).toBe(200);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
  ]);
});

it("a partial refund made at the provider leaves the student enrolled", async () => {
  const { courseId, student, sessionId } = await enrolledStudent();
  const { charges } = await market.ledger();
  const charge = charges.find(({ session }) => session === sessionId);
  await market.context.stripe.refunds.create({ charge: charge?.id ?? "", amount: 500 });
  await market.deliver((await market.events("charge.refunded")).at(-1) ?? {});
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it("a refund notifies the student and the teacher of the reason, once", async () => {
  const { student, enrollmentId } = await enrolledStudent();
  await Promise.all([
    refundEnrollment(market.context, enrollmentId, "course-cancelled"),
    refundEnrollment(market.context, enrollmentId, "course-cancelled"),
  ]);
  await market.context.jobs.drain();
  const mails = await fetch(`${market.sandboxUrl}/mail/messages?to=${student.email}`);
  const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("was canceled."))).toHaveLength(1);
});
