import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { cards, findRefunds, readMails } from "../../support/payments/enrolled.ts";
import { jump, openSoldCourses } from "../../support/payments/sold-courses.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";

const {
  market,
  currentTeacher,
  replaceTeacher,
  addSold,
  edit,
  cancel,
  listClasses,
  leave,
  refund,
} = await openSoldCourses();

const day = 24 * 60 * 60 * 1000;

const addPaid = (refundPolicy: RefundPolicy, price = 40, card?: string) =>
  addSold({ refundPolicy, price, card });

/** The instant at which the refund period ends, in every time zone. */
async function findEnd(policy: RefundPolicy, student: Person, courseId: string): Promise<Date> {
  if (policy === "until-first-class") {
    const [first] = await listClasses(courseId);
    if (!first) throw new Error("The course has no class");
    return first.startsAt;
  }
  const { token } = await renewToken(market.context, student);
  const { body } = await market.call("GET", "/api/enrollment/student/enrollments", { token });
  return new Date(Date.parse(body.data[0].enrolledAt) + 14 * day);
}

describe("the 14 days of a student who leaves and enrolls again", () => {
  async function enrollAgain(student: Person, courseId: string): Promise<Person> {
    const renewed = await renewToken(market.context, student);
    const { body } = await market.enroll(renewed, courseId);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    return renewed;
  }
  const seatOf = async (student: Person, courseId: string) => {
    const { token } = await renewToken(market.context, student);
    return market.call("GET", `/api/enrollment/course/${courseId}/seat`, { token });
  };
  const leftBefore = "You've left this course with a refund before";

  test("don't start again", async () => {
    const { student, courseId } = await addPaid("14-days");
    jump(13);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
    await enrollAgain(student, courseId);
    jump(2);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
    expect(await findImbalances(market)).toEqual([]);
  });

  test("still count while they last", async () => {
    const { student, courseId } = await addPaid("14-days");
    await leave(student, courseId);
    await enrollAgain(student, courseId);
    jump(13);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
    await enrollAgain(student, courseId);
    jump(1.1);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("are shown before paying, and in the confirmation", async () => {
    const { student, courseId } = await addPaid("14-days");
    expect((await seatOf(student, courseId)).body.data.refundsUntil).toBeNull();
    const end = await findEnd("14-days", student, courseId);
    await leave(student, courseId);
    expect((await seatOf(student, courseId)).body.data.refundsUntil).toBe(end.toISOString());
    // Emails of one day may be combined into a digest.
    jump(2);
    await enrollAgain(student, courseId);
    const mails = await readMails(market, student);
    expect(mails.filter(({ text }) => text.includes(leftBefore))).toMatchObject([
      { subject: expect.stringContaining("You are enrolled in") },
    ]);
  });

  test("start again after a refund by the teacher", async () => {
    const { student, courseId } = await addPaid("14-days");
    jump(10);
    await refund(student, courseId);
    await enrollAgain(student, courseId);
    jump(6);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("start again for a student who left because the teacher removed classes", async () => {
    const { student, courseId } = await addPaid("14-days");
    const [first] = await listClasses(courseId);
    jump(10);
    await cancel(first?.id);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
    await enrollAgain(student, courseId);
    jump(6);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("are not counted from an expired checkout or another course", async () => {
    const other = await addPaid("14-days");
    await leave(other.student, other.courseId);
    await replaceTeacher();
    const { courseId } = await addPaid("14-days");
    const { student } = other;
    const { body } = await market.enroll(student, courseId);
    await market.call("GET", await market.cancelCheckout(body.data.checkoutUrl));
    jump(10);
    await enrollAgain(student, courseId);
    jump(6);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });
});

describe("leaving a course", () => {
  test("says how much is refunded, and on which receipt it was paid", async () => {
    const { student, courseId } = await addPaid("until-first-class", 44.5);
    const { token } = await renewToken(market.context, student);
    const { body } = await market.call("GET", `/api/enrollment/course/${courseId}/seat`, { token });
    expect(body.data.status).toBe("enrolled");
    const { data } = (await leave(student, courseId)).body;
    expect(data).toEqual({
      refunded: true,
      amount: 44.5,
      receipt: {
        _id: expect.stringMatching(/^pay_/),
        number: expect.stringMatching(/^[0-9A-Z]{6}-\d{4}$/),
      },
    });
  });

  test("before the first class refunds the payment and frees the seat, once", async () => {
    const { student, courseId } = await addPaid("until-first-class");
    const answers = await Promise.all([leave(student, courseId), leave(student, courseId)]);
    expect(answers.some(({ body }) => body.data?.refunded === true)).toBe(true);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect((await leave(student, courseId)).status).toBe(404);
    expect(await findImbalances(market)).toEqual([]);
  });

  test("after the first class refunds nothing, frees the seat and notifies both people", async () => {
    const { student, courseId } = await addPaid("until-first-class");
    jump(28);
    const answer = await leave(student, courseId);
    expect(answer.body.data.refunded).toBe(false);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "left", payment: "paid" },
    ]);
    expect(await findImbalances(market)).toEqual([]);
    const { token } = await renewToken(market.context, student);
    const classes = await market.call("GET", `/api/classes/course/${courseId}`, { token });
    expect(classes.status).toBe(403);
  });

  test("follows the refund policy under which the student enrolled", async () => {
    const { student, courseId } = await addPaid("14-days");
    const changed = await edit(courseId, { refundPolicy: "none" });
    expect(changed.body.data.refundPolicy).toBe("none");
    jump(13);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test.each([
    ["until-first-class", -1, true],
    ["until-first-class", 0, false],
    ["14-days", -1, true],
    ["14-days", 0, false],
  ] as const)(
    "under the policy %s, %i ms from the end of the refund period, refunds the payment: %s",
    async (policy, ms, refunded) => {
      const { student, courseId } = await addPaid(policy);
      const end = await findEnd(policy, student, courseId);
      vi.useFakeTimers({ toFake: ["Date"], now: end.getTime() + ms });
      expect((await leave(student, courseId)).body.data.refunded).toBe(refunded);
      expect(await findSeats(market, student, courseId)).toMatchObject([
        refunded ? { enrollment: "refunded" } : { enrollment: "left", payment: "paid" },
      ]);
    },
  );

  test.each(["until-first-class", "14-days"] as const)(
    "under the policy %s, changes nothing if the period ended after the student saw a refund",
    async (policy) => {
      const { student, courseId } = await addPaid(policy);
      vi.useFakeTimers({ toFake: ["Date"], now: await findEnd(policy, student, courseId) });
      expect((await leave(student, courseId, true)).status).toBe(409);
      expect(await findSeats(market, student, courseId)).toMatchObject([
        { enrollment: "enrolled", payment: "paid" },
      ]);
    },
  );

  test("gets the same response again if the refund was delayed until after the period", async () => {
    const { student, courseId } = await addPaid("14-days");
    await market.fault({ fault: "status-500", match: "/v1/refunds", times: 20 });
    expect((await leave(student, courseId, true)).status).toBe(503);
    await market.clearFaults();
    jump(15);
    expect((await leave(student, courseId, true)).body.data).toMatchObject({
      refunded: true,
    });
    expect(await findImbalances(market)).toEqual([]);
  });

  test("refuses a student who expects a refund in a free course", async () => {
    const { student, courseId } = await addPaid("14-days", 0);
    expect((await leave(student, courseId, true)).status).toBe(409);
    expect((await leave(student, courseId, false)).body.data).toMatchObject({
      refunded: false,
    });
  });

  test("treats the next class as the first when the teacher cancels the first", async () => {
    const { student, courseId } = await addPaid("until-first-class");
    const [first, second] = await listClasses(courseId);
    await market.context.db
      .update(classes)
      .set({ status: "cancelled" })
      .where(eq(classes.id, first?.id ?? ""));
    vi.useFakeTimers({ toFake: ["Date"], now: (second?.startsAt.getTime() ?? 0) - 1 });
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("refunds the remainder after a partial refund", async () => {
    const { student, courseId } = await addPaid("14-days");
    const [seat] = await findSeats(market, student, courseId);
    const part = { amount: 15, requestId: crypto.randomUUID() };
    expect((await refund(student, courseId, part)).status).toBe(200);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
    const made = await findRefunds(market, seat?.sessionId ?? "");
    expect(made.map(({ amount }) => amount)).toEqual([1500, 2500]);
  });

  test("is rejected while the student's bank disputes the payment, with a message for the student", async () => {
    const { student, courseId } = await addPaid("14-days", 40, cards.disputed);
    await pollStripe(market.context);
    const refused = await leave(student, courseId);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.message).toContain("Your bank is already disputing this payment.");
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  });

  test("without a refund policy refunds nothing", async () => {
    const { student, courseId } = await addPaid("none");
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("that is free ends the enrollment, and is possible for its students only", async () => {
    const { student, courseId } = await addPaid("until-first-class", 0);
    expect((await leave(await addStudent(market.context), courseId)).status).toBe(404);
    expect((await leave(currentTeacher(), courseId)).status).toBe(403);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "left" }]);
  });
});
