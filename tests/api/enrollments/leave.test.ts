import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { leaveMailJob } from "#server/enrollments/leave-mail.ts";
import { findEnrolledCourse } from "#server/learning/enrolled-course.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { cards, findRefunds, readMails } from "../../support/payments/enrolled.ts";
import { jump, openSoldCourses } from "../../support/payments/sold-courses.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";

const {
  market,
  currentTeacher,
  replaceTeacher,
  addCourse,
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
  test("states the refunded amount, and the receipt of the payment", async () => {
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

  test("returns the same response again if the refund was delayed until after the period", async () => {
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

  test("is refused to a student who expects a refund in a free course", async () => {
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

  /** A student who pays during a class, what the room says, and the confirmation. */
  async function payDuring(courseId: string, number: number) {
    const starts = (await listClasses(courseId)).at(number)?.startsAt.getTime() ?? 0;
    vi.useFakeTimers({ toFake: ["Date"], now: starts + 600_000 });
    const student = await addStudent(market.context);
    const { body } = await market.enroll(student, courseId);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    const room = await findEnrolledCourse(market.context, student.actor, courseId);
    const mail = (await readMails(market, student)).find(({ text }) => text.includes("$40.00"));
    return { student, leaving: room.leaving, mail: mail?.text ?? "" };
  }

  test("treats the first class that starts after the enrollment as the first, and room and email agree", async () => {
    const courseId = await addCourse({ refundPolicy: "until-first-class" });
    const second = (await listClasses(courseId))[1]?.startsAt ?? new Date(0);
    const early = await payDuring(courseId, 0);
    const late = await payDuring(courseId, 0);
    expect(early.leaving).toMatchObject({ refunds: true, refundsUntil: second.toISOString() });
    expect(early.mail).toContain("Full refund if you leave before your first class.");
    expect(early.mail).toContain("Full refund until");
    vi.useFakeTimers({ toFake: ["Date"], now: second.getTime() - 1 });
    expect((await leave(early.student, courseId)).body.data.refunded).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: second });
    expect((await leave(late.student, courseId)).body.data.refunded).toBe(false);
  });

  test("refunds nothing to a student who enrolled during the last class, and the email says so", async () => {
    const courseId = await addCourse({ refundPolicy: "until-first-class" });
    const { student, leaving, mail } = await payDuring(courseId, -1);
    expect(leaving.refunds).toBe(false);
    expect(mail).toContain("The last class has already begun, so you get no refund if you leave.");
    expect(mail).not.toContain("before your first class");
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
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

describe("undoing a student's departure", () => {
  const undo = async (person: Person, courseId: string) => {
    const { token } = await renewToken(market.context, person);
    return market.call("POST", `/api/enrollment/course/${courseId}/leave/undo`, { token });
  };
  const seats = async (student: Person, courseId: string) =>
    (await findSeats(market, student, courseId)).map(({ enrollment }) => enrollment);
  const enrolledAt = async (student: Person) => {
    const { token } = await renewToken(market.context, student);
    const { body } = await market.call("GET", "/api/enrollment/student/enrollments", { token });
    return body.data[0]?.enrolledAt;
  };

  test("restores the same free seat, with its first day, as often as it is requested", async () => {
    const { student, courseId } = await addPaid("none", 0);
    const since = await enrolledAt(student);
    expect((await undo(student, courseId)).status).toBe(200);
    await leave(student, courseId);
    const answers = await Promise.all([undo(student, courseId), undo(student, courseId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await seats(student, courseId)).toEqual(["enrolled"]);
    expect(await enrolledAt(student)).toBe(since);
  });

  /** The minutes until the emails about leaving are sent. They are then sent at once. */
  async function passUndo(courseId: string): Promise<number[]> {
    const { rows } = await market.context.db.execute<{ minutes: number }>(sql`
      with waiting as (
        select id, start_after from pgboss.job
        where name = ${leaveMailJob} and state = 'created' and data->>'courseId' = ${courseId}
      )
      update pgboss.job as job set start_after = created_on from waiting where job.id = waiting.id
      returning extract(epoch from waiting.start_after - created_on)::float / 60 as minutes`);
    return rows.map(({ minutes }) => minutes);
  }
  const subjects = async (person: Person) =>
    (await readMails(market, person)).map(({ subject }) => subject);

  test("keeps emails about leaving from being sent, which wait until then", async () => {
    const { student, courseId } = await addPaid("none", 0);
    await leave(student, courseId);
    await undo(student, courseId);
    expect(await passUndo(courseId)).toEqual([expect.toSatisfy((minutes: number) => minutes > 10)]);
    const before = await subjects(student);
    expect(before.filter((subject) => /left/i.test(subject))).toEqual([]);
    expect(before.filter((subject) => /enrolled/i.test(subject))).toHaveLength(1);
    await leave(student, courseId);
    expect(await subjects(student)).toEqual(before);
    expect(await passUndo(courseId)).toHaveLength(1);
    expect(await subjects(student)).toContainEqual(expect.stringMatching(/left/i));
  });

  test("isn't needed to keep them from students who enroll again", async () => {
    const { student, courseId } = await addPaid("none", 0);
    await leave(student, courseId);
    await market.enroll(await renewToken(market.context, student), courseId);
    await passUndo(courseId);
    const sent = await subjects(student);
    expect(sent.filter((subject) => /left/i.test(subject))).toEqual([]);
  });

  test("is refused to other people, for paid seats and after ten minutes", async () => {
    const { student, courseId } = await addPaid("none", 0);
    await leave(student, courseId);
    expect((await undo(await addStudent(market.context), courseId)).status).toBe(404);
    expect((await undo(currentTeacher(), courseId)).status).toBe(403);
    jump(11 / 24 / 60);
    const late = await undo(student, courseId);
    expect([late.status, late.body.message]).toEqual([
      409,
      "You left this course more than 10 minutes ago. You can enroll again if a seat is available.",
    ]);
    expect(await seats(student, courseId)).toEqual(["left"]);
    await replaceTeacher();
    const paid = await addPaid("none");
    await leave(paid.student, paid.courseId);
    expect((await undo(paid.student, paid.courseId)).status).toBe(404);
    expect(await findImbalances(market)).toEqual([]);
  });

  test("is refused once someone else has the seat, or the course is closed", async () => {
    const taken = await addPaid("none", 0);
    expect((await edit(taken.courseId, { maxStudents: 1 })).status).toBe(200);
    await leave(taken.student, taken.courseId);
    await market.enroll(await addStudent(market.context), taken.courseId);
    const full = await undo(taken.student, taken.courseId);
    expect([full.status, full.body.message]).toEqual([409, enrollMessages.full]);
    await replaceTeacher();
    const closed = await addPaid("none", 0);
    await leave(closed.student, closed.courseId);
    expect((await edit(closed.courseId, { status: "draft" })).status).toBe(200);
    const over = await undo(closed.student, closed.courseId);
    expect([over.status, over.body.message]).toEqual([409, enrollMessages.over]);
  });
});
