import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findSeat } from "#server/enrolments/seat.ts";
import { waitingPlaces } from "#server/enrolments/waiting-places.table.ts";
import { addCourse, addEnrolment } from "../../support/courses.ts";
import {
  type ApiProcess,
  addSeller,
  createMarket,
  type Market,
  startApiProcess,
} from "../../support/market.ts";
import { addStudent, type Person } from "../../support/people.ts";

let market: Market;
let teacher: Person;
let students: Person[];
let processes: ApiProcess[];

beforeAll(async () => {
  market = await createMarket();
  teacher = await addSeller(market);
  students = await Promise.all(Array.from({ length: 60 }, () => addStudent(market.context)));
  processes = await Promise.all([startApiProcess(market), startApiProcess(market)]);
}, 60_000);

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await market.close();
});

/** All at once, in turn at either process. */
function spread<T, R>(all: T[], work: (process: ApiProcess, one: T) => Promise<R>): Promise<R[]> {
  return Promise.all(
    all.map((one, index) => {
      const process = processes[index % processes.length];
      if (!process) throw new Error("The process has not started");
      return work(process, one);
    }),
  );
}

/** A full course in which everybody waits, who came at the same moment. */
async function addAwaitedCourse(seats: number, price: number) {
  const courseId = await addCourse(market.context, teacher, { price, maxStudents: seats });
  const enrolmentIds = await Promise.all(
    Array.from({ length: seats }, async () =>
      addEnrolment(market.context, await addStudent(market.context), courseId),
    ),
  );
  const path = `/api/enrollment/course/${courseId}/waiting-list`;
  const statuses = await spread(students, (process, { token }) =>
    process.call("POST", path, token),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  return { courseId, enrolmentIds };
}

const line = (courseId: string) =>
  market.context.db
    .select()
    .from(waitingPlaces)
    .where(eq(waitingPlaces.courseId, courseId))
    .orderBy(asc(waitingPlaces.number));

it("keeps three seats freed at once for the first three, whoever races for them", async () => {
  const { courseId, enrolmentIds } = await addAwaitedCourse(3, 20);
  const places = await line(courseId);
  expect(places.map(({ number }) => number)).toEqual(students.map((_, index) => index + 1));

  await spread(enrolmentIds, (process, id) =>
    process.call("POST", `/api/enrollment/${id}/refund`, teacher.token),
  );
  const offered = (await line(courseId)).filter(({ status }) => status === "offered");
  expect(offered.map(({ number }) => number)).toEqual([1, 2, 3]);

  const strangers = await Promise.all(Array.from({ length: 20 }, () => addStudent(market.context)));
  const racers = [...strangers, ...students];
  const answers = await spread(racers, (process, student) => process.enrol(student, courseId));
  const winners = racers.filter((_, index) => answers[index]?.status === 201);
  expect(new Set(winners.map(({ profileId }) => profileId))).toEqual(
    new Set(offered.map(({ studentId }) => studentId)),
  );
  const losers = answers.filter(({ status }) => status !== 201);
  expect(new Set(losers.map(({ message }) => message))).toEqual(new Set(["This course is full"]));
}, 60_000);

it("gives a seat that is freed while people come and go to exactly one of them", async () => {
  const { courseId, enrolmentIds } = await addAwaitedCourse(1, 0);
  const [enrolmentId = ""] = enrolmentIds;
  const path = `/api/enrollment/course/${courseId}/waiting-list`;
  await Promise.all([
    processes[0]?.call("POST", `/api/enrollment/${enrolmentId}/refund`, teacher.token),
    spread(students.slice(0, 20), (process, { token }) => process.call("DELETE", path, token)),
    spread(students, (process, student) => process.enrol(student, courseId)),
  ]);
  const answers = await spread(students, (process, student) => process.enrol(student, courseId));
  const open = await market.context.db.$count(
    waitingPlaces,
    and(eq(waitingPlaces.courseId, courseId), eq(waitingPlaces.status, "offered")),
  );
  const seats = await Promise.all(
    students.map(({ actor }) => findSeat(market.context, actor, courseId)),
  );
  expect(seats.filter(({ status }) => status === "enrolled")).toHaveLength(1);
  expect(open).toBe(0);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
}, 60_000);
