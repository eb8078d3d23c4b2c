import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitingPlaces } from "#server/db/tables/waiting-places.table.ts";
import { findSeat } from "#server/enrollments/seat.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { createRace, type Race } from "../../support/payments/race.ts";
import { addStudent } from "../../support/people.ts";

let race: Race;

beforeAll(async () => {
  race = await createRace(60);
});
afterAll(() => race.close());

/** A full course with a waiting list that all students joined at the same time. */
async function addAwaitedCourse(seats: number, price: number) {
  const courseId = await addCourse(race.market.context, race.teacher, {
    price,
    maxStudents: seats,
  });
  const enrollmentIds = await Promise.all(
    Array.from({ length: seats }, async () =>
      addEnrollment(race.market.context, await addStudent(race.market.context), courseId),
    ),
  );
  const path = `/api/enrollment/course/${courseId}/waiting-list`;
  const statuses = await race.spread(race.students, (process, { token }) =>
    process.call("POST", path, token),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  return { courseId, enrollmentIds };
}

const line = (courseId: string) =>
  race.market.context.db
    .select()
    .from(waitingPlaces)
    .where(eq(waitingPlaces.courseId, courseId))
    .orderBy(asc(waitingPlaces.number));

it("three seats freed at once are held for the first three students in line", async () => {
  const { courseId, enrollmentIds } = await addAwaitedCourse(3, 20);
  const places = await line(courseId);
  expect(places.map(({ number }) => number)).toEqual(race.students.map((_, index) => index + 1));

  await race.spread(enrollmentIds, (process, id) =>
    process.call("POST", `/api/enrollment/${id}/refund`, race.teacher.token),
  );
  const offered = (await line(courseId)).filter(({ status }) => status === "offered");
  expect(offered.map(({ number }) => number)).toEqual([1, 2, 3]);

  const strangers = await Promise.all(
    Array.from({ length: 20 }, () => addStudent(race.market.context)),
  );
  const racers = [...strangers, ...race.students];
  const answers = await race.spread(racers, (process, student) =>
    process.enroll(student, courseId),
  );
  const winners = racers.filter((_, index) => answers[index]?.status === 201);
  expect(new Set(winners.map(({ profileId }) => profileId))).toEqual(
    new Set(offered.map(({ studentId }) => studentId)),
  );
  const losers = answers.filter(({ status }) => status !== 201);
  expect(new Set(losers.map(({ message }) => message))).toEqual(new Set(["This course is full"]));
});

it("a seat freed while students join and leave the list goes to exactly one of them", async () => {
  const { courseId, enrollmentIds } = await addAwaitedCourse(1, 0);
  const path = `/api/enrollment/course/${courseId}/waiting-list`;
  await Promise.all([
    race.spread(enrollmentIds, (process, id) =>
      process.call("POST", `/api/enrollment/${id}/refund`, race.teacher.token),
    ),
    race.spread(race.students.slice(0, 20), (process, { token }) =>
      process.call("DELETE", path, token),
    ),
    race.spread(race.students, (process, student) => process.enroll(student, courseId)),
  ]);
  const answers = await race.spread(race.students, (process, student) =>
    process.enroll(student, courseId),
  );
  const open = await race.market.context.db.$count(
    waitingPlaces,
    and(eq(waitingPlaces.courseId, courseId), eq(waitingPlaces.status, "offered")),
  );
  const seats = await Promise.all(
    race.students.map(({ actor }) => findSeat(race.market.context, actor, courseId)),
  );
  expect(seats.filter(({ status }) => status === "enrolled")).toHaveLength(1);
  expect(open).toBe(0);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
});
