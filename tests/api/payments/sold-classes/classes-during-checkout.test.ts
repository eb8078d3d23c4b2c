/** Classes and courses that the teacher removes while a student pays for them. */
import { describe, expect, test, vi } from "vitest";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { releaseOverdueHolds } from "#server/seats/waiting-list.jobs.ts";
import { findImbalances, findSeats } from "../../../support/market.ts";
import { readMails } from "../../../support/payments/enrolled.ts";
import { dateIn, openSoldCourses } from "../../../support/payments/sold-courses.ts";
import { addStudent } from "../../../support/people.ts";

const { market, addCourse, listClasses, edit, cancel, leave } = await openSoldCourses();

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
  expect((await leave(student, courseId)).body.data.refunded).toBe(true);
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
  expect((await leave(student, courseId)).body.data.refunded).toBe(true);
});

test("a student whose classes were all kept during the checkout gets no right to a refund", async () => {
  const { courseId, student, checkoutUrl } = await checkOut();
  await market.call("GET", await market.pay(checkoutUrl));
  expect(await noticeOf(student)).not.toContain("fewer classes");
  expect((await leave(student, courseId)).body.data.refunded).toBe(false);
});

describe("a student at the checkout", () => {
  const past = () => ({ startDate: dateIn(-10), endDate: dateIn(-1) });

  test("can no longer pay after the teacher ended the course", async () => {
    const { courseId, student } = await checkOut();
    expect((await edit(courseId, past())).status).toBe(200);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "expired", payment: "expired" },
    ]);
    const { sessions } = await market.ledger();
    const session = sessions.find(({ metadata }) => metadata.courseId === courseId);
    expect(session?.status).toBe("expired");
  });

  test("is refunded if the teacher ended the course before the payment was recorded", async () => {
    const { courseId, student, checkoutUrl } = await checkOut();
    const back = await market.pay(checkoutUrl);
    expect((await edit(courseId, past())).status).toBe(200);
    const landing = await market.call("GET", back);
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=closed`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
  });

  test("is refunded if the teacher canceled every class during the checkout", async () => {
    const { courseId, student, checkoutUrl } = await checkOut();
    for (const { id } of await listClasses(courseId)) {
      expect((await cancel(id)).status).toBe(200);
    }
    const landing = await market.call("GET", await market.pay(checkoutUrl));
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=closed`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await findImbalances(market)).toEqual([]);
  });

  test("can no longer pay, and loses the seat, after the teacher canceled every class", async () => {
    const { courseId, student } = await checkOut();
    for (const { id } of await listClasses(courseId)) {
      expect((await cancel(id)).status).toBe(200);
    }
    await market.context.jobs.drain();
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "expired", payment: "expired" },
    ]);
    const { sessions } = await market.ledger();
    const session = sessions.find(({ metadata }) => metadata.courseId === courseId);
    expect(session?.status).toBe("expired");
  });

  test("can still pay after the teacher canceled some of the classes", async () => {
    const { courseId, student, checkoutUrl } = await checkOut();
    for (const { id } of (await listClasses(courseId)).slice(1)) await cancel(id);
    await market.context.jobs.drain();
    await market.call("GET", await market.pay(checkoutUrl));
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  });

  test("can leave with a refund if the teacher removed a class during the checkout", async () => {
    const { courseId, student, checkoutUrl } = await checkOut();
    const [first] = await listClasses(courseId);
    await cancel(first?.id);
    await market.call("GET", await market.pay(checkoutUrl));
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });
});
