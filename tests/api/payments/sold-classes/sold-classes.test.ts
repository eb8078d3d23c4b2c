import { describe, expect, test, vi } from "vitest";
import { findEnrolledCourse } from "#server/learning/enrolled-course.ts";
import { findImbalances, findSeats } from "../../../support/market.ts";
import { readMails } from "../../../support/payments/enrolled.ts";
import {
  dateIn,
  endTime,
  jump,
  noClassesLeft,
  openSoldCourses,
  startTime,
} from "../../../support/payments/sold-courses.ts";
import { addStudent, type Person, renewToken } from "../../../support/people.ts";

const { market, addCourse, addSold, listClasses, edit, cancel, move, leave, refund } =
  await openSoldCourses();

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const findUpcoming = async (courseId: string) =>
  (await listClasses(courseId)).filter(({ status }) => status === "scheduled");

const dayBefore = (at = new Date()) => new Date(at.getTime() - day).toISOString().slice(0, 10);

describe("a teacher whose students have paid", () => {
  test("cannot end the course by changing its dates", async () => {
    const { courseId } = await addSold();
    const ended = await edit(courseId, { startDate: dateIn(-10), endDate: dateIn(-1) });
    expect(ended).toMatchObject({ status: 409, body: { message: noClassesLeft } });
    expect(await findUpcoming(courseId)).toHaveLength(4);
  });

  test("cannot end a course that has begun", async () => {
    const { courseId, student } = await addSold({ refundPolicy: "until-first-class" });
    jump(28);
    const ended = await edit(courseId, { startDate: dateIn(-10), endDate: dateIn(-1) });
    expect(ended.status).toBe(409);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("cannot postpone every class by months", async () => {
    const { courseId } = await addSold();
    const answers = [];
    for (const [index, { id }] of (await listClasses(courseId)).entries()) {
      const time = { date: dateIn(220 + index), startTime: "05:00", endTime: "05:45" };
      answers.push((await move(id, time)).status);
    }
    expect(answers).toEqual([200, 200, 200, 409]);
  });

  test("cannot cancel the last class", async () => {
    const { courseId } = await addSold();
    const answers = [];
    for (const { id } of await listClasses(courseId)) answers.push((await cancel(id)).status);
    expect(answers).toEqual([200, 200, 200, 409]);
    expect(await findUpcoming(courseId)).toHaveLength(1);
  });

  test("can move the last class to a later week", async () => {
    const { courseId } = await addSold();
    const last = (await listClasses(courseId)).at(-1);
    jump(Math.ceil(((last?.startsAt.getTime() ?? 0) - Date.now()) / day) - 2);
    const moved = await move(last?.id ?? "", { date: dateIn(16), startTime, endTime });
    expect(moved.status).toBe(200);
  });

  test("can end the course after everyone was refunded", async () => {
    const { courseId, student } = await addSold();
    expect((await refund(student, courseId)).status).toBe(200);
    expect((await edit(courseId, { startDate: dateIn(-10), endDate: dateIn(-1) })).status).toBe(
      200,
    );
  });

  test("can end the course early after a partial refund for the remaining classes", async () => {
    const { courseId, student } = await addSold();
    jump(35);
    const part = { amount: 20, requestId: crypto.randomUUID() };
    expect((await refund(student, courseId, part)).status).toBe(200);
    expect((await edit(courseId, { endDate: dateIn(0) })).status).toBe(200);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("can end the course early if all classes took place a week sooner", async () => {
    const { courseId, student } = await addSold();
    for (const { id, startsAt } of await listClasses(courseId)) {
      const date = new Date(startsAt.getTime() - 6 * day).toISOString().slice(0, 10);
      expect((await move(id, { date, startTime, endTime })).status).toBe(200);
    }
    jump(43);
    const ended = await edit(courseId, { startDate: dateIn(-10), endDate: dateIn(-1) });
    expect(ended.status).toBe(200);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("can end a free course", async () => {
    const { courseId } = await addSold({ price: 0 });
    expect((await edit(courseId, { startDate: dateIn(-10), endDate: dateIn(-1) })).status).toBe(
      200,
    );
  });
});

describe("students who paid for classes that the teacher removed", () => {
  test("can leave with a full refund under every policy, and get an email that says so", async () => {
    const { courseId, people } = await addSold({ students: 2 });
    const [first] = await listClasses(courseId);
    expect((await cancel(first?.id)).status).toBe(200);
    const [student] = people;
    const mails = student ? await readMails(market, student) : [];
    const notice = mails.find(({ subject }) => subject.includes("full refund"));
    expect(notice?.text).toContain("fewer classes than you paid for");
    for (const person of people) {
      expect((await leave(person, courseId)).body.data.refunded).toBe(true);
    }
    expect(await findImbalances(market)).toEqual([]);
  });

  test.each([
    [13, true],
    [15, false],
  ])("get a refund if they leave after %i days: %s", async (days, refunded) => {
    const { courseId, student } = await addSold();
    const last = (await listClasses(courseId)).at(-1);
    await cancel(last?.id);
    jump(days);
    expect((await leave(student, courseId)).body.data.refunded).toBe(refunded);
  });

  test("see on the course page how long they can leave with a refund", async () => {
    const { courseId, student } = await addSold();
    const last = (await listClasses(courseId)).at(-1);
    await cancel(last?.id);
    const { leaving } = await findEnrolledCourse(market.context, student.actor, courseId);
    expect(leaving).toMatchObject({ policy: "none", refunds: true, lostClasses: true });
    const days = (Date.parse(leaving.refundsUntil ?? "") - Date.now()) / day;
    expect(Math.round(days)).toBe(14);
  });

  /** A course whose last class was canceled and rescheduled after a few days. */
  async function addRescheduled(daysLater = 0) {
    const { courseId, student } = await addSold();
    const last = (await listClasses(courseId)).at(-1);
    await cancel(last?.id);
    if (daysLater > 0) jump(daysLater);
    const time = { date: dateIn(50 - daysLater), startTime: "03:00", endTime: "03:45" };
    expect((await move(last?.id ?? "", time)).status).toBe(200);
    return { courseId, student };
  }

  test.each([
    [0.99, true],
    [1.01, false],
  ])("%d days after rescheduling them get a refund: %s", async (days, refunded) => {
    const { courseId, student } = await addRescheduled();
    jump(days);
    expect((await leave(student, courseId)).body.data.refunded).toBe(refunded);
  });

  test("get an email that says how long they can still leave with a refund", async () => {
    const { student } = await addRescheduled();
    const mails = await readMails(market, student);
    const notice = mails.find(({ subject }) => subject.includes("were replaced"));
    expect(notice?.subject).toMatch(/^The missing classes in .* were replaced$/);
    expect(notice?.text).toMatch(/Until .*, you can still leave the course with a full refund/);
  });

  test("don't get a longer right if the teacher reschedules the classes in the last hours of the right", async () => {
    const { courseId, student } = await addRescheduled(13.5);
    jump(0.6);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("keep their seat if they saw a refund that has just ended", async () => {
    const { courseId, student } = await addRescheduled();
    jump(1.01);
    expect(await leave(student, courseId, true)).toMatchObject({
      status: 409,
      body: { errors: [{ field: "seen.refunds" }] },
    });
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "enrolled", payment: "paid" },
    ]);
    expect((await leave(student, courseId, false)).body.data.refunded).toBe(false);
  });

  test("get a refund that has become due since the page was opened", async () => {
    const { courseId, student } = await addSold();
    await cancel((await listClasses(courseId)).at(-1)?.id);
    expect((await leave(student, courseId, false)).body.data.refunded).toBe(true);
  });

  test("get a refund or keep their seat while the teacher reinstates a class", async () => {
    const { courseId, student } = await addSold();
    const last = (await listClasses(courseId)).at(-1);
    await cancel(last?.id);
    const time = { date: dateIn(50), startTime: "03:00", endTime: "03:45" };
    const [left] = await Promise.all([leave(student, courseId, true), move(last?.id ?? "", time)]);
    expect(left.body.data.refunded).toBe(true);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await findImbalances(market)).toEqual([]);
  });

  test("never get the right to a refund if the course is extended before classes are canceled", async () => {
    const { courseId, student } = await addSold();
    expect((await edit(courseId, { endDate: dateIn(61) })).status).toBe(200);
    const [, second, third] = await listClasses(courseId);
    for (const each of [second, third]) expect((await cancel(each?.id)).status).toBe(200);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  /** The date of a class, which is in the morning for its teacher. */
  const dateOf = ({ startsAt }: { startsAt: Date }) => startsAt.toISOString().slice(0, 10);
  const refundableOf = async (student: Person, courseId: string) =>
    (await findEnrolledCourse(market.context, student.actor, courseId)).leaving.refunds;

  test("have the same right if one long night replaces the other classes", async () => {
    const { courseId, student } = await addSold();
    const [first, ...others] = await listClasses(courseId);
    const night = { date: dayBefore(first?.startsAt), startTime: "00:00", endTime: "11:00" };
    expect((await move(first?.id ?? "", night)).status).toBe(200);
    for (const { id } of others) expect((await cancel(id)).status).toBe(200);
    expect((await readMails(market, student)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining("full refund"),
    );
    jump(11);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("have the same right if half as many classes last twice as long", async () => {
    const { courseId, student } = await addSold();
    const [first, second, third, fourth] = await listClasses(courseId);
    for (const each of [first, third]) {
      const time = { date: each ? dateOf(each) : "", startTime, endTime: "11:30" };
      expect((await move(each?.id ?? "", time)).status).toBe(200);
    }
    for (const each of [second, fourth]) await cancel(each?.id);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test.each([
    { hours: 25, shift: -5, refunded: false },
    { hours: 23, shift: -5, refunded: true },
    { hours: 6, shift: 5, refunded: false },
  ])(
    "get a refund ($refunded) if a class moves by $shift hours, $hours hours before its new start",
    async ({ hours, shift, refunded }) => {
      const { courseId, student } = await addSold();
      const [first] = await listClasses(courseId);
      if (!first) throw new Error("The course has no class");
      const start = first.startsAt.getTime() + shift * hour;
      vi.useFakeTimers({ toFake: ["Date"], now: start - hours * hour });
      const at = (minutes: string) =>
        `${String(Number(startTime.slice(0, 2)) + shift).padStart(2, "0")}:${minutes}`;
      const time = { date: dateOf(first), startTime: at("00"), endTime: at("45") };
      expect((await move(first.id, time)).status).toBe(200);
      expect(await refundableOf(student, courseId)).toBe(refunded);
      expect((await leave(student, courseId)).body.data.refunded).toBe(refunded);
    },
  );

  test("get a refund once short postponements add up to more than a day", async () => {
    const { courseId, student } = await addSold();
    const [first] = await listClasses(courseId);
    if (!first) throw new Error("The course has no class");
    const start = first.startsAt.getTime();
    const found: boolean[] = [];
    for (const hours of [12, 24, 36]) {
      // An hour before the class would have started.
      vi.useFakeTimers({ toFake: ["Date"], now: start + (hours - 13) * hour });
      const date = dateOf({ startsAt: new Date(start + Math.floor(hours / 24) * day) });
      const time =
        hours % 24 === 0
          ? { date, startTime, endTime: "10:45" }
          : { date, startTime: "22:00", endTime: "22:45" };
      expect((await move(first.id, time)).status).toBe(200);
      found.push(await refundableOf(student, courseId));
    }
    expect(found).toEqual([false, false, true]);
  });

  test("keep this right if the teacher adds time or a class on short notice", async () => {
    const { courseId, student } = await addSold();
    const [first, second, third] = await listClasses(courseId);
    if (!first) throw new Error("The course has no class");
    await cancel(first.id);
    await cancel(second?.id);
    vi.useFakeTimers({ toFake: ["Date"], now: first.startsAt.getTime() - 6 * hour });
    const soon = { date: dateOf(first), startTime: "12:00", endTime: "12:45" };
    expect((await move(second?.id ?? "", soon)).status).toBe(200);
    const longer = { date: third ? dateOf(third) : "", startTime, endTime: "15:00" };
    expect((await move(third?.id ?? "", longer)).status).toBe(200);
    jump(2);
    await cancel((await listClasses(courseId)).at(-1)?.id);
    expect(await refundableOf(student, courseId)).toBe(true);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("lose no right because of a class that had been moved on short notice before they enrolled", async () => {
    const courseId = await addCourse();
    const [first, second] = await listClasses(courseId);
    if (!first) throw new Error("The course has no class");
    vi.useFakeTimers({ toFake: ["Date"], now: first.startsAt.getTime() - 6 * hour });
    const soon = { date: dateOf(first), startTime: "12:00", endTime: "12:45" };
    expect((await move(first.id, soon)).status).toBe(200);
    const student = await renewToken(market.context, await addStudent(market.context));
    const { body } = await market.enroll(student, courseId);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    await cancel(second?.id);
    const later = { date: dateIn(25), startTime: "03:00", endTime: "03:45" };
    expect((await move(second?.id ?? "", later)).status).toBe(200);
    jump(1.1);
    expect((await leave(student, courseId)).body.data.refunded).toBe(false);
  });

  test("have the same right if the classes are made shorter", async () => {
    const { courseId, student } = await addSold();
    const schedule = [{ day: "Monday" as const, startTime, endTime: "10:15" }];
    expect((await edit(courseId, { schedule })).status).toBe(200);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });
});
