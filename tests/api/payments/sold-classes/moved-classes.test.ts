/** Classes that move with enough notice, but not to times that the students paid for. */
import { describe, expect, test, vi } from "vitest";
import { findEnrolledCourse } from "#server/learning/enrolled-course.ts";
import { readMails } from "../../../support/payments/enrolled.ts";
import {
  dateIn,
  endTime,
  jump,
  openSoldCourses,
  startTime,
} from "../../../support/payments/sold-courses.ts";
import type { Person } from "../../../support/people.ts";

const { market, addSold, listClasses, edit, move, leave } = await openSoldCourses();

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const setClock = (at: number) => vi.useFakeTimers({ toFake: ["Date"], now: at });
const refundableOf = async (student: Person, courseId: string) =>
  (await findEnrolledCourse(market.context, student.actor, courseId)).leaving.refunds;

/** Moves a class to the same hour a few days after an instant. */
async function moveTo(classId: string, at: number): Promise<void> {
  const date = new Date(at).toISOString().slice(0, 10);
  expect((await move(classId, { date, startTime, endTime })).status).toBe(200);
}

async function addSoldFirst() {
  const sold = await addSold();
  const [first] = await listClasses(sold.courseId);
  if (!first) throw new Error("The course has no class");
  return { ...sold, first, start: first.startsAt.getTime() };
}

describe("students who paid get the right to a refund", () => {
  test("and an email, if all classes move into one night", async () => {
    const { courseId, student } = await addSold();
    const found: boolean[] = [];
    for (const [index, { id }] of (await listClasses(courseId)).entries()) {
      const night = { startTime: `0${index}:00`, endTime: `0${index}:45` };
      expect((await move(id, { date: dateIn(27), ...night })).status).toBe(200);
      found.push(await refundableOf(student, courseId));
    }
    expect(found.at(0)).toBe(false);
    expect(found.at(-1)).toBe(true);
    const mails = await readMails(market, student);
    const notice = mails.find(({ subject }) => subject.includes("full refund"));
    expect(notice?.text).toContain("moved them to times that don't count");
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("if new weekly times and dates put the whole course into one day", async () => {
    const { courseId, student, start } = await addSoldFirst();
    const schedule = [4, 5, 6, 7].map((at) => ({
      day: "Monday" as const,
      startTime: `0${at}:00`,
      endTime: `0${at}:45`,
    }));
    const date = new Date(start).toISOString().slice(0, 10);
    const edited = await edit(courseId, { startDate: date, endDate: date, schedule });
    expect(edited.status).toBe(200);
    expect(await refundableOf(student, courseId)).toBe(true);
  });

  test("if a class is postponed by a day repeatedly, each time with notice", async () => {
    const { courseId, student, first, start } = await addSoldFirst();
    const found: boolean[] = [];
    for (const days of [1, 2, 3]) {
      setClock(start + (days - 1) * day - 25 * hour);
      await moveTo(first.id, start + days * day);
      found.push(await refundableOf(student, courseId));
    }
    expect(found).toEqual([false, false, true]);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("if the weekly times follow a class that is postponed on short notice", async () => {
    const { courseId, student, first, start } = await addSoldFirst();
    const found: boolean[] = [];
    const days = ["Tuesday", "Wednesday", "Thursday"] as const;
    for (const [index, weekday] of days.entries()) {
      setClock(start + index * day - hour);
      await moveTo(first.id, start + (index + 1) * day);
      await edit(courseId, { schedule: [{ day: weekday, startTime, endTime }] });
      found.push(await refundableOf(student, courseId));
    }
    expect(found[0]).toBe(false);
    expect(found.at(-1)).toBe(true);
  });

  test("if the whole course is brought forward by two weeks", async () => {
    const { courseId, student } = await addSold();
    const edited = await edit(courseId, { startDate: dateIn(6), endDate: dateIn(33) });
    expect(edited.status).toBe(200);
    expect(await refundableOf(student, courseId)).toBe(true);
  });
});

describe("students who paid get no right to a refund", () => {
  test("if one class moves by a few days", async () => {
    const { courseId, student, first, start } = await addSoldFirst();
    setClock(start - 2 * hour);
    await moveTo(first.id, start + 4 * day);
    expect(await refundableOf(student, courseId)).toBe(false);
  });

  test("if a new weekly time postpones a class by an hour on short notice", async () => {
    const { courseId, student, start } = await addSoldFirst();
    setClock(start - 5 * hour);
    const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
    const schedule = (from: string, to: string) => ({
      schedule: [{ day: weekday.format(start), startTime: from, endTime: to }],
    });
    expect((await edit(courseId, schedule("11:00", "11:45"))).status).toBe(200);
    expect((await listClasses(courseId))[0]?.startsAt.getTime()).toBe(start + hour);
    expect(await refundableOf(student, courseId)).toBe(false);
    // Students may miss a class that starts earlier than announced.
    expect((await edit(courseId, schedule("09:00", "09:45"))).status).toBe(200);
    expect(await refundableOf(student, courseId)).toBe(true);
  });

  test("if the course moves to another weekday", async () => {
    const { courseId, student } = await addSold();
    const schedule = [{ day: "Thursday" as const, startTime: "18:00", endTime: "18:45" }];
    expect((await edit(courseId, { schedule, endDate: dateIn(51) })).status).toBe(200);
    expect(await refundableOf(student, courseId)).toBe(false);
  });

  test("if the rest of the course is postponed by a month before it continues", async () => {
    const { courseId, student, start } = await addSoldFirst();
    setClock(start + day);
    const dates = { startDate: dateIn(30), endDate: dateIn(50) };
    expect((await edit(courseId, dates)).status).toBe(200);
    expect(await refundableOf(student, courseId)).toBe(false);
  });

  test("once a class that was postponed too often has been announced for a day, a week ahead", async () => {
    const { courseId, student, first, start } = await addSoldFirst();
    setClock(start + hour - day);
    await moveTo(first.id, start + 2 * day);
    setClock(start + day);
    await moveTo(first.id, start + 3 * day);
    expect(await refundableOf(student, courseId)).toBe(true);
    await moveTo(first.id, start + 40 * day);
    jump(1.1);
    expect(await refundableOf(student, courseId)).toBe(false);
  });
});
