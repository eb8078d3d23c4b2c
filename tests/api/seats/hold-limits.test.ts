import { expect, it, vi } from "vitest";
import { issueAccessToken } from "#server/accounts/sessions/access-token.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addCourse } from "../../support/courses.ts";
import { findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, type Person } from "../../support/people.ts";

const { market, teacher } = await openMarket();
const minute = 60_000;

const tooMany = "You have 3 unpaid checkouts. Please complete or cancel one of them first.";

const addCourses = (number: number, maxStudents = 5) =>
  Promise.all(
    Array.from({ length: number }, () =>
      addCourse(market.context, teacher, { price: 20, maxStudents }),
    ),
  );

/** Enrolls with a new access token, because the clock advances between requests. */
const enroll = async (student: Person, courseId: string) => {
  const token = await issueAccessToken(market.context, { ...student.actor, photo: null });
  return market.enroll({ ...student, token }, courseId);
};

const passTime = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

it("a student cannot hold more than three unpaid seats, and the error says what to do", async () => {
  const student = await addStudent(market.context);
  const [first = "", second = "", third = "", fourth = ""] = await addCourses(4);
  const { body } = await market.enroll(student, first);
  for (const courseId of [second, third]) {
    expect((await market.enroll(student, courseId)).status).toBe(201);
  }
  const refused = await market.enroll(student, fourth);
  expect(refused).toMatchObject({ status: 409, body: { message: tooMany } });
  expect(await findSeats(market, student, fourth)).toEqual([]);
  // Open checkouts can still be continued, and free courses need no checkout.
  expect((await market.enroll(student, second)).status).toBe(200);
  const free = await addCourse(market.context, teacher, { price: 0 });
  expect((await market.enroll(student, free)).status).toBe(201);

  await market.call("GET", await market.cancelCheckout(body.data.checkoutUrl));
  expect((await market.enroll(student, fourth)).status).toBe(201);
});

it("a paid seat does not count as a hold", async () => {
  const student = await addStudent(market.context);
  for (const courseId of await addCourses(4)) {
    const { status, body } = await market.enroll(student, courseId);
    expect(status).toBe(201);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
  }
});

it("twelve simultaneous requests for different courses result in three holds", async () => {
  const student = await addStudent(market.context);
  const courseIds = await addCourses(12);
  const answers = await Promise.all(courseIds.map((courseId) => market.enroll(student, courseId)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
});

it("an expired hold does not count, even before it is settled", async () => {
  const student = await addStudent(market.context);
  const courseIds = await addCourses(4);
  for (const courseId of courseIds.slice(0, 3)) await enroll(student, courseId);
  passTime(31 * minute);
  expect((await enroll(student, courseIds[3] ?? "")).status).toBe(201);
});

it("a student who has let holds on a last seat expire twice cannot hold it for several hours", async () => {
  const [courseId = ""] = await addCourses(1, 1);
  const student = await addStudent(market.context);
  for (let time = 0; time < 2; time += 1) {
    expect((await enroll(student, courseId)).status).toBe(201);
    passTime(31 * minute);
    await reconcilePayments(market.context);
  }
  const refused = await enroll(student, courseId);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("Please try again in a few hours.");
  const other = await addStudent(market.context);
  const { status, body } = await enroll(other, courseId);
  expect(status).toBe(201);
  await market.call("GET", await market.cancelCheckout(body.data.checkoutUrl));
  passTime(6 * 60 * minute);
  expect((await enroll(student, courseId)).status).toBe(201);
});

it("a student who keeps canceling late is limited too, unless other seats are free", async () => {
  const [lastSeat = "", spacious = ""] = [...(await addCourses(1, 1)), ...(await addCourses(1, 5))];
  const student = await addStudent(market.context);
  for (let time = 0; time < 3; time += 1) {
    const checkouts = [];
    for (const courseId of [lastSeat, spacious]) {
      const { status, body } = await enroll(student, courseId);
      expect(status).toBe(201);
      checkouts.push(body.data.checkoutUrl);
    }
    passTime(20 * minute);
    for (const url of checkouts) await market.call("GET", await market.cancelCheckout(url));
  }
  expect((await enroll(student, lastSeat)).status).toBe(409);
  expect((await enroll(student, spacious)).status).toBe(201);
});

it("a student can open and leave a checkout twice and then pay for the last seat", async () => {
  const [courseId = ""] = await addCourses(1, 1);
  const student = await addStudent(market.context);
  for (let time = 0; time < 2; time += 1) {
    const { body } = await enroll(student, courseId);
    passTime(5 * minute);
    await market.call("GET", await market.cancelCheckout(body.data.checkoutUrl));
  }
  const { status, body } = await enroll(student, courseId);
  expect(status).toBe(201);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  expect((await findSeats(market, student, courseId)).at(-1)?.enrollment).toBe("enrolled");
});
