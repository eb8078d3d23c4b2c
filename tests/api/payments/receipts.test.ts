/** Receipts for students' payments. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { receiptBooks } from "#server/db/tables/receipt-books.table.ts";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { findReceipt, listReceipts } from "#server/payments/receipts/receipts.ts";
import { addCourse } from "../../support/courses.ts";
import { readMigrations } from "../../support/database/migrations.ts";
import { addSeller } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  type EnrolledStudent,
  pressAtProvider,
} from "../../support/payments/enrolled.ts";
import { addStudent } from "../../support/people.ts";

const { market, teacher } = await openMarket();

const receiptOf = ({ student, paymentId }: Pick<EnrolledStudent, "student" | "paymentId">) =>
  findReceipt(market.context, student.actor, paymentId);

const refund = ({ enrollmentId }: EnrolledStudent, amount: number) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, {
    token: teacher.token,
    body: { amount, requestId: randomUUID() },
  });

it("receipts are numbered per teacher, in the order of the sales and without gaps", async () => {
  const seller = await addSeller(market);
  const numbers = [];
  for (let sale = 0; sale < 3; sale += 1) {
    numbers.push((await receiptOf(await addEnrolled(market, seller))).number);
  }
  const [code] = numbers[0]?.split("-") ?? [];
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
  expect(numbers).toEqual([`${code}-0001`, `${code}-0002`, `${code}-0003`]);
  const other = await receiptOf(await addEnrolled(market, await addSeller(market)));
  expect(other.number).toMatch(/-0001$/);
  expect(other.number).not.toBe(numbers[0]);
});

it("receipt numbers have no gap when many students pay at once and some never do", async () => {
  const seller = await addSeller(market);
  const courseId = await addCourse(market.context, seller, { price: 20, maxStudents: 20 });
  const students = await Promise.all(Array.from({ length: 8 }, () => addStudent(market.context)));
  await Promise.all(
    students.map(async (student, index) => {
      const { body } = await market.enroll(student, courseId);
      const url = body.data.checkoutUrl;
      const back = index % 4 === 3 ? await market.cancelCheckout(url) : await market.pay(url);
      await market.call("GET", back);
    }),
  );
  const lists = await Promise.all(students.map(({ actor }) => listReceipts(market.context, actor)));
  const numbers = lists.flat().map(({ number }) => number.split("-")[1]);
  expect(numbers.toSorted()).toEqual(["0001", "0002", "0003", "0004", "0005", "0006"]);
});

it("a receipt names the course as it was called at the time of purchase", async () => {
  const seat = await addEnrolled(market, teacher);
  const before = await receiptOf(seat);
  await market.context.db
    .update(courses)
    .set({ title: "Another name" })
    .where(eq(courses.id, seat.courseId));
  expect((await receiptOf(seat)).course).toEqual(before.course);
});

it("a receipt lists every refund with the teacher's message, and what is left", async () => {
  const seat = await addEnrolled(market, teacher);
  await refund(seat, 5.5);
  await refund(seat, 4.5);
  const receipt = await receiptOf(seat);
  expect(receipt).toMatchObject({
    amount: 20,
    refunded: 10,
    buyer: { email: seat.student.email },
    refunds: [{ amount: 5.5 }, { amount: 4.5 }],
  });
  expect(await listReceipts(market.context, seat.student.actor)).toMatchObject([
    { _id: seat.paymentId, number: receipt.number, amount: 20, refunded: 10 },
  ]);
});

it("a receipt lists what the bank took back separately from the teacher's refunds", async () => {
  const seat = await addEnrolled(market, teacher, { card: cards.disputed });
  const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
  await pressAtProvider(market, `/bank/${dispute?.id}/lost`);
  await syncDispute(market.context, dispute?.id ?? "");
  expect(await receiptOf(seat)).toMatchObject({
    refunded: 20,
    refunds: [{ amount: 20, note: "Returned by your bank." }],
  });
});

it("when the product is upgraded, older payments get the receipt numbers they would have had", async () => {
  const seller = await addSeller(market);
  const sold = [await addEnrolled(market, seller), await addEnrolled(market, seller)];
  const { db } = market.context;
  await db.update(payments).set({ receiptNumber: null, itemTitle: null });
  await db.delete(receiptBooks);
  const [migration] = await readMigrations("receipts-and-what-banks-take");
  const changes = migration?.split("--> statement-breakpoint") ?? [];
  for (const change of changes.filter((each) => /^\s*(UPDATE|INSERT)/.test(each))) {
    await market.database.pool.query(change);
  }
  const receipts = await Promise.all(sold.map(receiptOf));
  const numbers = receipts.map(({ number }) => number.split("-")[1]);
  expect(numbers.toSorted()).toEqual(["0001", "0002"]);
  const next = await receiptOf(await addEnrolled(market, seller));
  expect(next.number).toBe(`${receipts[0]?.number.split("-")[0]}-0003`);
  expect(receipts[0]?.course.title).toBe(next.course.title);
});

it("receipts are ordered by payment ID where an earlier version settled the payment", async () => {
  const seat = await addEnrolled(market, teacher);
  await market.context.db
    .update(payments)
    .set({ receiptNumber: null, itemTitle: null })
    .where(eq(payments.id, seat.paymentId));
  expect(await receiptOf(seat)).toMatchObject({ number: seat.paymentId, amount: 20 });
});

it("receipts are visible to the buyer only, and unpaid and free seats have none", async () => {
  const seat = await addEnrolled(market, teacher);
  const stranger = await addStudent(market.context);
  const asked = { student: stranger, paymentId: seat.paymentId };
  await expect(receiptOf(asked)).rejects.toMatchObject({ code: "not_found" });
  await expect(receiptOf({ ...asked, student: teacher })).rejects.toMatchObject({
    code: "forbidden",
  });
  const courseId = await addCourse(market.context, teacher, { price: 20 });
  await market.enroll(stranger, courseId);
  expect(await listReceipts(market.context, stranger.actor)).toEqual([]);
  const free = await addEnrolled(market, teacher, { price: 0 });
  expect(await listReceipts(market.context, free.student.actor)).toEqual([]);
});
