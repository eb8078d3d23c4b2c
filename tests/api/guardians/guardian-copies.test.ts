/** Copies of the emails about a child's classes and payments to the child's confirmed guardian. */
import { beforeEach, describe, expect, test } from "vitest";
import { sendNoticeDigests } from "#server/digests/notice-digests.ts";
import { readMails } from "../../support/payments/enrolled.ts";
import {
  dateIn,
  endTime,
  jump,
  openSoldCourses,
  startTime,
} from "../../support/payments/sold-courses.ts";
import { addStudent, type Person } from "../../support/people.ts";

const { market, addCourse, listClasses, edit, move, cancel, leave, refund } =
  await openSoldCourses();

let families = 0;
let child: Person;
let guardian: Person;
let courseId: string;

/** A child under 13, with a confirmed guardian, who has paid for a course. */
beforeEach(async () => {
  const email = `family-${++families}@example.org`;
  child = await addStudent(market.context, {
    name: "Bilal Aziz",
    age: 9,
    parentGuardianName: "Maryam",
    parentGuardianContact: email,
  });
  guardian = { ...child, email };
  courseId = await addCourse();
  const { body } = await market.enroll(child, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
});

const subjectsOf = async (person: Person) =>
  (await readMails(market, person)).map(({ subject }) => subject).sort();

/** Expects that the guardian got a copy of every email to the child. */
async function expectCopies(number: number): Promise<void> {
  const subjects = await subjectsOf(child);
  expect(subjects).toHaveLength(number);
  expect(await subjectsOf(guardian)).toEqual(subjects.map((subject) => `Bilal Aziz: ${subject}`));
}

describe("a guardian gets a copy of every email", () => {
  test("about an enrollment, a partial refund and the end of the enrollment", async () => {
    await expectCopies(1);
    const part = { amount: 10, requestId: crypto.randomUUID() };
    expect((await refund(child, courseId, part)).status).toBe(200);
    await expectCopies(2);
    expect((await refund(child, courseId)).status).toBe(200);
    await expectCopies(3);
  });

  test("about a child who leaves without a refund", async () => {
    expect((await leave(child, courseId)).body.data.refunded).toBe(false);
    await expectCopies(2);
  });

  test("about changes of classes, at once and in digests", async () => {
    const [first, second, third] = await listClasses(courseId);
    const moveTo = (id = "", days = 0) => move(id, { date: dateIn(days), startTime, endTime });
    await cancel(first?.id);
    await moveTo(second?.id, 30);
    await moveTo(second?.id, 31);
    await moveTo(first?.id, 22);
    await cancel(third?.id);
    await edit(courseId, { schedule: [{ day: "Tuesday", startTime, endTime }] });
    const atOnce = (await subjectsOf(child)).length;
    await expectCopies(atOnce);
    jump(0.01);
    await sendNoticeDigests(market.context);
    await expectCopies(atOnce + 1);
  });
});
