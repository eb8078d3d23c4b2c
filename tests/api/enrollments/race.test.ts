import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { addCourse } from "../../support/courses.ts";
import { createRace, type Race } from "../../support/payments/race.ts";

let race: Race;

beforeAll(async () => {
  race = await createRace(200);
}, 300_000);
afterAll(() => race.close());

/** The status is 200 for a student whose request had to be repeated. */
const isSeated = (status: number) => status === 201 || status === 200;

/** Enrolls all students at once, through both processes. */
async function runFor(courseId: string) {
  const answers = await race.spread(race.students, (process, student) =>
    process.enroll(student, courseId),
  );
  const statuses = answers.map(({ status }) => status);
  const seats = await race.market.context.db
    .select()
    .from(enrollments)
    .where(eq(enrollments.courseId, courseId));
  return { answers, statuses, seats };
}

it("one of 200 students in two processes gets the only paid seat", async () => {
  const courseId = await addCourse(race.market.context, race.teacher, {
    price: 20,
    maxStudents: 1,
  });
  const { answers, statuses, seats } = await runFor(courseId);
  expect(statuses.filter(isSeated)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(199);
  expect(new Set(answers.map(({ message }) => message))).toEqual(
    new Set([undefined, "This course is full"]),
  );
  expect(seats).toMatchObject([{ status: "held" }]);
  const { sessions } = await race.market.ledger();
  expect(sessions.filter(({ metadata }) => metadata.courseId === courseId)).toHaveLength(1);
}, 300_000);

it("seven of 200 students in two processes get the seven free seats", async () => {
  const courseId = await addCourse(race.market.context, race.teacher, { price: 0, maxStudents: 7 });
  const { statuses, seats } = await runFor(courseId);
  expect(statuses.filter(isSeated)).toHaveLength(7);
  expect(statuses.filter((status) => status === 409)).toHaveLength(193);
  expect(seats.filter(({ status }) => status === "enrolled")).toHaveLength(7);
  expect(new Set(seats.map(({ studentId }) => studentId)).size).toBe(7);
}, 300_000);

it("ten of 200 students who all hold the seats at once get the ten paid seats", async () => {
  const courseId = await addCourse(race.market.context, race.teacher, {
    price: 20,
    maxStudents: 10,
  });
  const { statuses, seats } = await runFor(courseId);
  expect(statuses.filter(isSeated)).toHaveLength(10);
  expect(statuses.filter((status) => status === 409)).toHaveLength(190);
  expect(seats.filter(({ status }) => status === "held")).toHaveLength(10);
}, 300_000);
