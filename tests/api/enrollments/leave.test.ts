import { asc, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { cards, findRefunds } from "../../support/enrolled.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";

const { market, teacher } = await openMarket();

const day = 24 * 60 * 60 * 1000;
const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
let hour = 8;

/** A course of four weeks that starts in twenty days, at an hour that no other course uses. */
async function addPaid(refundPolicy: RefundPolicy, price = 40, card?: string) {
  hour += 1;
  const startTime = `${String(hour).padStart(2, "0")}:00`;
  const course = await createCourse(
    market.context,
    teacher.actor,
    courseInput({
      price,
      refundPolicy,
      status: "published",
      startDate: dateIn(20),
      endDate: dateIn(47),
      schedule: [{ day: "Monday", startTime, endTime: startTime.replace(":00", ":45") }],
    }),
  );
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, course._id);
  if (price > 0) {
    const path = await market.pay(body.data.checkoutUrl, card);
    await market.app.request(path, { redirect: "manual" });
  }
  return { student, courseId: course._id };
}

async function leave(student: Person, courseId: string) {
  const { token } = await renewToken(market.context, student);
  return market.call("POST", `/api/enrollment/course/${courseId}/leave`, { token });
}

const jump = (days: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.now() + days * day) });

const listClasses = (courseId: string) =>
  market.context.db
    .select()
    .from(classes)
    .where(eq(classes.courseId, courseId))
    .orderBy(asc(classes.startsAt));

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

describe("leaving a course", () => {
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
    expect(answer.body.data).toEqual({ refunded: false });
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
    const { token } = await renewToken(market.context, teacher);
    const changed = await market.call("PUT", `/api/courses/${courseId}`, {
      token,
      body: { refundPolicy: "none" },
    });
    expect(changed.body.data.refundPolicy).toBe("none");
    jump(13);
    expect((await leave(student, courseId)).body.data).toEqual({ refunded: true });
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
      expect((await leave(student, courseId)).body.data).toEqual({ refunded });
      expect(await findSeats(market, student, courseId)).toMatchObject([
        refunded ? { enrollment: "refunded" } : { enrollment: "left", payment: "paid" },
      ]);
    },
  );

  test("treats the next class as the first when the teacher cancels the first", async () => {
    const { student, courseId } = await addPaid("until-first-class");
    const [first, second] = await listClasses(courseId);
    await market.context.db
      .update(classes)
      .set({ status: "cancelled" })
      .where(eq(classes.id, first?.id ?? ""));
    vi.useFakeTimers({ toFake: ["Date"], now: (second?.startsAt.getTime() ?? 0) - 1 });
    expect((await leave(student, courseId)).body.data).toEqual({ refunded: true });
  });

  test("refunds the remainder after a partial refund", async () => {
    const { student, courseId } = await addPaid("14-days");
    const [seat] = await findSeats(market, student, courseId);
    const part = { amount: 15, requestId: crypto.randomUUID() };
    const path = `/api/enrollment/${seat?.enrollmentId}/refund`;
    expect((await market.call("POST", path, { token: teacher.token, body: part })).status).toBe(
      200,
    );
    expect((await leave(student, courseId)).body.data).toEqual({ refunded: true });
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
    expect((await leave(student, courseId)).body.data).toEqual({ refunded: false });
  });

  test("that is free ends the enrollment, and is possible for its students only", async () => {
    const { student, courseId } = await addPaid("until-first-class", 0);
    expect((await leave(await addStudent(market.context), courseId)).status).toBe(404);
    expect((await leave(teacher, courseId)).status).toBe(403);
    expect((await leave(student, courseId)).body.data).toEqual({ refunded: false });
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "left" }]);
  });
});
