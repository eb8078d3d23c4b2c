/** How many queries the dashboard pages need for people with very large amounts of data. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listClasses } from "#server/classes/list-classes.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { findEnrolledCourse } from "#server/learning/enrolled-course.ts";
import { findProgress } from "#server/learning/progress.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addPastMeeting } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

/** The maximum number of statements per page, including the session check. */
const handful = 6;
const day = 24 * 60 * 60 * 1000;
const studentCount = 2_000;
const courseCount = 60;

let app: TestApp;
let teacher: Person;
let student: Person;
let crowdedId: string;
let courseId: string;
let classId: string;

/** Adds ten classes to a course, five of which are past. */
async function addClasses(courseId: string, teacherId: string, hour: number) {
  const rows = await app.context.db
    .insert(classes)
    .values(
      Array.from({ length: 10 }, (_, index) => {
        const startsAt = new Date(Date.now() + (index - 5) * 7 * day + hour * 60 * 60 * 1000);
        const endsAt = new Date(startsAt.getTime() + 30 * 60 * 1000);
        return { courseId, teacherId, plannedStart: startsAt, startsAt, endsAt };
      }),
    )
    .returning({ id: classes.id });
  return rows.map(({ id }) => id);
}

/** Students who exist only as rows, distributed over the courses. */
async function addCrowd(courseIds: readonly string[]) {
  await app.context.db.execute(sql`
    with people as (
      insert into users (id, email, name, password_hash, created_at)
      select 'usr_crowd' || n, 'crowd' || n || '@example.org', 'Student ' || n, '$argon2id$', now()
      from generate_series(1, ${studentCount}) n returning id, name
    ), students as (
      insert into profiles (id, user_id, role, name, search_name, country, time_zone, created_at)
      select replace(id, 'usr', 'prf'), id, 'student', name, lower(name), 'Egypt', 'Africa/Cairo', now()
      from people returning id
    )
    insert into enrolments (id, course_id, student_id, status, amount_cents, enrolled_at, created_at)
    select replace(id, 'prf', 'enr'),
      (array[${sql.join(
        courseIds.map((id) => sql`${id}`),
        sql`, `,
      )}]::text[])[1 + (row_number() over ()) % ${courseIds.length}],
      id, 'enrolled', 0, now() - interval '40 days', now()
    from students
  `);
}

beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
  const crowded: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const id = await addCourse(app.context, teacher, {
      title: `Circle ${index}`,
      maxStudents: 1000,
    });
    const [first = ""] = await addClasses(id, teacher.profileId, index);
    classId ||= first;
    crowded.push(id);
  }
  crowdedId = crowded[0] ?? "";
  await addCrowd(crowded);

  student = await addStudent(app.context);
  const other = await addTeacher(app.context);
  const taken: string[] = [];
  for (let index = 0; index < courseCount; index += 1) {
    taken.push(await addCourse(app.context, other, { title: `Course ${index}` }));
  }
  courseId = taken[0] ?? "";
  await addClasses(courseId, other.profileId, 0);
  await addPastMeeting(app.context, other, courseId, [student]);
  await app.context.db.insert(enrollments).values(
    taken.map((id) => ({
      courseId: id,
      studentId: student.profileId,
      status: "enrolled" as const,
      amountCents: 0,
      enrolledAt: new Date(Date.now() - 40 * day),
    })),
  );
});
afterAll(() => app.close());

/** Calls the API and checks that it makes only a few queries. @returns the body of the response. */
async function ask(person: Person, path: string) {
  let answer: Awaited<ReturnType<TestApp["call"]>> | undefined;
  const queries = await countQueries(app.database, async () => {
    answer = await app.call("GET", path, { token: person.token });
  });
  expect(answer?.status).toBe(200);
  expect(queries).toBeLessThanOrEqual(handful);
  return answer?.body;
}

async function expectHandful(action: () => Promise<unknown>) {
  expect(await countQueries(app.database, action)).toBeLessThanOrEqual(handful);
}

describe(`a teacher with ${studentCount} students`, () => {
  it.each([
    "/api/courses/teacher",
    "/api/zoom/teacher/meetings",
    "/api/trials",
    "/api/calendar/feed",
    "/api/users/me/sessions",
  ])("needs only a few queries for %s", async (path) => {
    await ask(teacher, path);
  });

  it("needs only a few queries for the profile with its figures", async () => {
    const { data } = await ask(teacher, `/api/users/authUser/${teacher.userId}`);
    expect(data.studentsCount).toBe(studentCount);
  });

  it.each(["joined", "progress", "student", "course"])(
    "can page through the students sorted by %s with a few queries",
    async (sort) => {
      const { data } = await ask(teacher, `/api/enrollment/teacher/students?sort=${sort}&page=100`);
      expect(data).toMatchObject({ total: studentCount, pages: 100 });
      expect(data.students).toHaveLength(20);
    },
  );

  it("needs only a few queries for a crowded course and for the attendance of a class", async () => {
    await expectHandful(() => listClasses(app.context, teacher.actor, crowdedId));
    const { data } = await ask(teacher, `/api/classes/${classId}/attendance`);
    expect(data.length).toBeGreaterThan(600);
  });
});

describe(`a student with ${courseCount} courses`, () => {
  it("needs only a few queries for all courses and the timeline", async () => {
    const { data } = await ask(student, `/api/courses/student/${student.profileId}`);
    expect(data).toHaveLength(courseCount);
    await ask(student, "/api/timeline");
    await ask(student, `/api/users/authUser/${student.userId}`);
  });

  it("needs only a few queries for the pages of a course", async () => {
    await expectHandful(() => findEnrolledCourse(app.context, student.actor, courseId));
    await expectHandful(() => findProgress(app.context, student.actor, courseId));
  });
});
