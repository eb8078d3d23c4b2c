/** Accounts that are deleted during the owner's checkout: nobody pays without getting a seat. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addCourse } from "../../support/courses.ts";
import { addSeller, findImbalances, findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { hashPassword } from "../../support/password.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { password } from "../accounts/browser.ts";

const { market, teacher } = await openMarket();

async function setPassword({ userId }: Person): Promise<void> {
  const passwordHash = await hashPassword(password);
  await market.context.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** A student who has opened the provider's checkout page for a course with this many seats. */
async function checkOut(maxStudents = 1) {
  const student = await addStudent(market.context);
  await setPassword(student);
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents });
  const { body } = await market.enroll(student, courseId);
  return { student, courseId, checkoutUrl: body.data.checkoutUrl as string };
}

const remove = ({ token }: Person) =>
  market.call("DELETE", "/api/users/me", { token, body: { currentPassword: password } });

const seatOf = async (student: Person, courseId: string) =>
  (await findSeats(market, student, courseId)).map(({ enrollment, payment }) => ({
    enrollment,
    payment,
  }));

test("deleting an account closes its open checkout and offers the seat to the next student", async () => {
  const { student, courseId, checkoutUrl } = await checkOut();
  expect((await remove(student)).status).toBe(200);
  await market.context.jobs.drain();
  expect(await seatOf(student, courseId)).toEqual([{ enrollment: "expired", payment: "expired" }]);
  await expect(market.pay(checkoutUrl)).rejects.toThrow(/answered 4/);
  const next = await addStudent(market.context);
  expect((await market.enroll(next, courseId)).status).toBe(201);
});

test("deleting an account refunds a payment that has not been recorded yet", async () => {
  const { student, courseId, checkoutUrl } = await checkOut();
  await market.pay(checkoutUrl);
  expect((await remove(student)).status).toBe(200);
  await market.context.jobs.drain();
  expect(await seatOf(student, courseId)).toEqual([{ enrollment: "expired", payment: "refunded" }]);
  expect(await findImbalances(market)).toEqual([]);
});

test("a paid seat keeps its payment after the account is deleted, and the teacher can refund it", async () => {
  const { student, courseId, checkoutUrl } = await checkOut();
  await market.pay(checkoutUrl);
  await reconcilePayments(market.context);
  expect((await remove(student)).status).toBe(200);
  await market.context.jobs.drain();
  expect(await seatOf(student, courseId)).toEqual([{ enrollment: "enrolled", payment: "paid" }]);
  expect(await findImbalances(market)).toEqual([]);
  const [seat] = await findSeats(market, student, courseId);
  const refund = await market.call("POST", `/api/enrollment/${seat?.enrollmentId}/refund`, {
    token: teacher.token,
  });
  expect(refund.status).toBe(200);
  expect(await findImbalances(market)).toEqual([]);
});

test("enrolling, paying and deleting an account at the same time leave consistent records", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { student, courseId, checkoutUrl } = await checkOut(5);
    const others = await addCourse(market.context, teacher, { price: 20 });
    await Promise.allSettled([
      market.pay(checkoutUrl),
      remove(student),
      market.enroll(student, courseId),
      market.enroll(student, others),
      reconcilePayments(market.context),
    ]);
    await market.context.jobs.drain();
    await reconcilePayments(market.context);
    for (const id of [courseId, others]) {
      for (const { enrollment, payment } of await seatOf(student, id)) {
        expect([
          "enrolled paid",
          "expired expired",
          "expired refunded",
          "refunded refunded",
        ]).toContain(`${enrollment} ${payment}`);
      }
    }
  }
  expect(await findImbalances(market)).toEqual([]);
});

test("a teacher's account cannot be deleted while a student is at the checkout", async () => {
  await setPassword(teacher);
  await checkOut();
  const answer = await remove(teacher);
  expect(answer.status).toBe(409);
  expect(answer.body.message).toMatch(/^Students are enrolled in /);
});

test("a teacher's account cannot be deleted while a student can leave with a refund", async () => {
  const seller = await addSeller(market);
  await setPassword(seller);
  const student = await addStudent(market.context);
  const courseId = await addCourse(market.context, seller, { price: 20, refundPolicy: "14-days" });
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  // The course as it was sold has ended.
  const { db } = market.context;
  await db.delete(classes).where(eq(classes.courseId, courseId));
  await db
    .update(courses)
    .set({ startDate: "2020-01-01", endDate: "2020-02-01" })
    .where(eq(courses.id, courseId));
  const setSeat = (values: Partial<typeof enrollments.$inferInsert>) =>
    db.update(enrollments).set(values).where(eq(enrollments.courseId, courseId));
  await setSeat({ soldEnd: new Date("2020-02-01") });
  expect((await remove(seller)).status).toBe(409);
  await setSeat({ enrolledAt: new Date(Date.now() - 15 * 24 * 60 * 60 * 1000) });
  expect((await remove(seller)).status).toBe(200);
});
