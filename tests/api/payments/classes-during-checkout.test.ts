/** Classes that the teacher removes while a student pays for them. */
import { expect, test, vi } from "vitest";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { releaseOverdueHolds } from "#server/seats/waiting-list.jobs.ts";
import { findSeats } from "../../support/market.ts";
import { readMails } from "../../support/payments/enrolled.ts";
import { openSoldCourses } from "../../support/payments/sold-courses.ts";
import { addStudent } from "../../support/people.ts";

const { market, addCourse, listClasses, cancel, leave } = await openSoldCourses();

const minute = 60 * 1000;

async function checkOut() {
  const courseId = await addCourse();
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  return { courseId, student, checkoutUrl: body.data.checkoutUrl as string };
}

async function cancelTwo(courseId: string): Promise<void> {
  for (const { id } of (await listClasses(courseId)).slice(1, 3)) {
    expect((await cancel(id)).status).toBe(200);
  }
}

const noticeOf = async (student: Awaited<ReturnType<typeof addStudent>>) => {
  const mails = await readMails(market, student);
  return mails.find(({ subject }) => subject.startsWith("You are enrolled"))?.text;
};

test("a student whose classes were removed during the checkout is notified of the right to a full refund and can leave with it", async () => {
  const { courseId, student, checkoutUrl } = await checkOut();
  await cancelTwo(courseId);
  await market.call("GET", await market.pay(checkoutUrl));
  expect(await noticeOf(student)).toContain("fewer classes than you paid for");
  expect((await leave(student, courseId)).body.data).toEqual({ refunded: true });
});

test("a student whose payment is recorded after the hold was released can leave with a full refund if classes were removed", async () => {
  const { courseId, student, checkoutUrl } = await checkOut();
  await market.pay(checkoutUrl);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 47 * minute });
  await releaseOverdueHolds(market.context);
  await cancelTwo(courseId);
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  expect(await noticeOf(student)).toContain("fewer classes than you paid for");
  expect((await leave(student, courseId)).body.data).toEqual({ refunded: true });
});

test("a student whose classes were all kept during the checkout gets no right to a refund", async () => {
  const { courseId, student, checkoutUrl } = await checkOut();
  await market.call("GET", await market.pay(checkoutUrl));
  expect(await noticeOf(student)).not.toContain("fewer classes");
  expect((await leave(student, courseId)).body.data).toEqual({ refunded: false });
});
