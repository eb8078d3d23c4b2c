import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { markEndedCourses } from "#server/courses/course-endings.ts";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { lockCourse } from "#server/seats/seat-rows.ts";
import { addSeller, findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent, type Person, renewToken } from "../../../support/people.ts";

const { market } = await openMarket();
let teacher: Person;
beforeEach(async () => {
  teacher = await addSeller(market);
});

const day = 24 * 60 * 60 * 1000;
const minute = 60_000;
const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const noClasses =
  "This course has no upcoming classes at the moment. You can enroll once the teacher adds some.";

/** A published course with weekly classes that starts in twenty days. */
async function addCourse(input: Partial<CreateCourseInput> = {}): Promise<string> {
  const course = await createCourse(
    market.context,
    teacher.actor,
    courseInput({
      price: 40,
      refundPolicy: "none",
      status: "published",
      startDate: dateIn(20),
      endDate: dateIn(33),
      schedule: [{ day: "Monday", startTime: "10:00", endTime: "10:45" }],
      ...input,
    }),
  );
  return course._id;
}

async function asTeacher(method: string, path: string, body: object = {}) {
  const { token } = await renewToken(market.context, teacher);
  return market.call(method, path, { token, body });
}

const listClasses = (courseId: string) =>
  market.context.db
    .select()
    .from(classes)
    .where(eq(classes.courseId, courseId))
    .orderBy(asc(classes.startsAt));

async function cancelAll(courseId: string): Promise<void> {
  for (const { id } of await listClasses(courseId)) {
    expect((await asTeacher("POST", `/api/classes/${id}/cancel`)).status).toBe(200);
  }
}

async function enroll(courseId: string, seen?: object) {
  const student = await addStudent(market.context);
  const answer = await market.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
    token: student.token,
    body: { studentId: student.profileId, ...(seen && { seen }) },
  });
  return { student, answer, outcome: [answer.status, answer.body.message] };
}

describe("a seat of a paid course", () => {
  test("is not sold after the teacher canceled every class", async () => {
    const courseId = await addCourse();
    await cancelAll(courseId);
    const { student, outcome } = await enroll(courseId);
    expect(outcome).toEqual([409, noClasses]);
    expect(await findSeats(market, student, courseId)).toEqual([]);
  });

  test("is sold again once the teacher reinstates a class", async () => {
    const courseId = await addCourse();
    await cancelAll(courseId);
    const [first] = await listClasses(courseId);
    const time = { date: dateIn(25), startTime: "04:00", endTime: "04:45" };
    expect((await asTeacher("PATCH", `/api/classes/${first?.id}`, time)).status).toBe(200);
    expect((await enroll(courseId)).answer.status).toBe(201);
  });

  test("is not sold after the last class, although the course ends later", async () => {
    const courseId = await addCourse();
    const last = (await listClasses(courseId)).at(-1);
    await market.context.db
      .update(courses)
      .set({ endDate: dateIn(90) })
      .where(eq(courses.id, courseId));
    vi.useFakeTimers({ toFake: ["Date"], now: (last?.endsAt.getTime() ?? 0) + minute });
    expect((await enroll(courseId)).outcome).toEqual([409, noClasses]);
  });

  test.each([
    [31, 201],
    [30, 409],
  ])(
    "requested %i minutes before the last class ends gets the status %i",
    async (minutes, status) => {
      const courseId = await addCourse();
      const last = (await listClasses(courseId)).at(-1);
      vi.useFakeTimers({ toFake: ["Date"], now: (last?.endsAt.getTime() ?? 0) - minutes * minute });
      expect((await enroll(courseId)).answer.status).toBe(status);
    },
  );

  test("is not sold with fewer classes than the page showed", async () => {
    const courseId = await addCourse();
    const seen = { price: 40, refundPolicy: "none", classes: 2 };
    const [first] = await listClasses(courseId);
    await asTeacher("POST", `/api/classes/${first?.id}/cancel`);
    expect((await enroll(courseId, seen)).answer.status).toBe(409);
    expect((await enroll(courseId, { ...seen, classes: 1 })).answer.status).toBe(201);
  });

  test("is not offered for payment again after its classes were canceled", async () => {
    const courseId = await addCourse();
    const { student } = await enroll(courseId);
    await cancelAll(courseId);
    const again = await market.enroll(student, courseId);
    expect([again.status, again.body.message]).toEqual([409, noClasses]);
  });

  test("has no waiting list while no class is left", async () => {
    const courseId = await addCourse({ maxStudents: 1 });
    await enroll(courseId);
    await cancelAll(courseId);
    const student = await addStudent(market.context);
    const path = `/api/enrollment/course/${courseId}/waiting-list`;
    const answer = await market.call("POST", path, { token: student.token, body: {} });
    expect([answer.status, answer.body.message]).toEqual([409, noClasses]);
  });

  test("is refunded if it was held without any class", async () => {
    const courseId = await addCourse();
    const { student, answer } = await enroll(courseId);
    await market.context.db
      .update(enrollments)
      .set({ soldStart: null, soldEnd: null, soldMinutes: 0 })
      .where(eq(enrollments.courseId, courseId));
    const landing = await market.call("GET", await market.pay(answer.body.data.checkoutUrl));
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=closed`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await findImbalances(market)).toEqual([]);
  });
});

test("a free course without classes stays open", async () => {
  const courseId = await addCourse({ price: 0 });
  await cancelAll(courseId);
  expect((await enroll(courseId)).answer.status).toBe(201);
});

describe("the catalog", () => {
  const isListed = async (courseId: string) => {
    const { body } = await market.call("GET", "/api/courses?limit=100");
    return body.data.courses.some(({ _id }: { _id: string }) => _id === courseId);
  };

  test("lists a paid course only while it has an upcoming class", async () => {
    const courseId = await addCourse();
    expect(await isListed(courseId)).toBe(true);
    await cancelAll(courseId);
    expect(await isListed(courseId)).toBe(false);
    expect((await market.call("GET", `/api/courses/${courseId}`)).status).toBe(200);
    const [first] = await listClasses(courseId);
    const time = { date: dateIn(25), startTime: "04:00", endTime: "04:45" };
    expect((await asTeacher("PATCH", `/api/classes/${first?.id}`, time)).status).toBe(200);
    expect(await isListed(courseId)).toBe(true);
  });

  test("lists a course without classes once it is free", async () => {
    const courseId = await addCourse();
    await cancelAll(courseId);
    expect((await asTeacher("PUT", `/api/courses/${courseId}`, { price: 0 })).status).toBe(200);
    expect(await isListed(courseId)).toBe(true);
  });

  test("stops listing a paid course shortly before its last class ends", async () => {
    const courseId = await addCourse();
    const last = (await listClasses(courseId)).at(-1);
    const end = last?.endsAt.getTime() ?? 0;
    for (const [minutes, listed] of [
      [32, true],
      [29, false],
    ] as const) {
      vi.useFakeTimers({ toFake: ["Date"], now: end - minutes * minute });
      await markEndedCourses(market.context);
      expect(await isListed(courseId)).toBe(listed);
    }
  });
});

describe("publishing a course whose weekly times fall on none of its days", () => {
  const thursday = new Date(Date.now() + 14 * day);
  thursday.setUTCDate(thursday.getUTCDate() + ((11 - thursday.getUTCDay()) % 7));
  const startDate = thursday.toISOString().slice(0, 10);
  const input = {
    ...courseInput({ price: 40 }),
    startDate,
    endDate: startDate,
    schedule: [{ day: "Monday" as const, startTime: "10:00", endTime: "10:45" }],
  };
  const problem = {
    status: 400,
    body: {
      errors: [{ field: "schedule", message: expect.stringContaining("None of these days") }],
    },
  };

  test("is refused", async () => {
    const created = await asTeacher("POST", "/api/courses", { ...input, status: "published" });
    expect(created).toMatchObject(problem);
  });

  test("is refused for a draft", async () => {
    const draft = await asTeacher("POST", "/api/courses", { ...input, status: "draft" });
    const path = `/api/courses/${draft.body.data.course?._id ?? draft.body.data._id}`;
    expect(await asTeacher("PUT", path, { status: "published" })).toMatchObject(problem);
  });

  test("is refused when the dates of a published course change", async () => {
    const courseId = await addCourse();
    const dates = { startDate, endDate: startDate };
    expect(await asTeacher("PUT", `/api/courses/${courseId}`, dates)).toMatchObject(problem);
  });
});

test("a class is canceled only before or after a payment is recorded, not during it", async () => {
  const courseId = await addCourse({ endDate: dateIn(26) });
  const { student, answer } = await enroll(courseId);
  const back = await market.pay(answer.body.data.checkoutUrl);
  const [only] = await listClasses(courseId);
  const isWaiting = async () => {
    const { rows } = await market.database.pool.query(
      `select count(*)::integer as number from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].number;
  };
  let canceled: ReturnType<typeof asTeacher> | undefined;
  await market.context.db.transaction(async (tx) => {
    await lockCourse(tx, courseId);
    canceled = asTeacher("POST", `/api/classes/${only?.id}/cancel`);
    await expect.poll(isWaiting).toBe(1);
    expect(await listClasses(courseId)).toMatchObject([{ status: "scheduled" }]);
  });
  expect((await canceled)?.status).toBe(200);
  await market.call("GET", back);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
});
