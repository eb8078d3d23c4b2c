import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { attendanceCorrections, classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { writeStudents } from "#server/enrollments/students-export.ts";
import { listAllTeacherStudents } from "#server/enrollments/teacher-students.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-03T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const list = async (teacher: Person, query = "") => {
  const path = `/api/enrollment/teacher/students${query}`;
  return (await app.call("GET", path, { token: teacher.token })).body.data;
};
const namesOf = ({ students }: { students: { student: { name: string } }[] }) =>
  students.map(({ student }) => student.name);

const week = 7 * 24 * 60 * 60 * 1000;

/** A course on eight Mondays, the first four of which are past at the frozen time. */
async function addMondays(teacher: Person, title: string) {
  const courseId = await addCourse(app.context, teacher, { title });
  const first = Date.parse("2027-02-08T15:00:00Z");
  const rows = await app.context.db
    .insert(classes)
    .values(
      Array.from({ length: 8 }, (_, index) => {
        const startsAt = new Date(first + index * week);
        const endsAt = new Date(startsAt.getTime() + 60 * 60 * 1000);
        return { courseId, teacherId: teacher.profileId, plannedStart: startsAt, startsAt, endsAt };
      }),
    )
    .returning({ id: classes.id });
  return { courseId, classIds: rows.map(({ id }) => id) };
}

/** A teacher with three students, who enrolled one minute apart. */
async function addClassroom() {
  const teacher = await addTeacher(app.context, { timeZone: "Africa/Cairo" });
  const { courseId: mondays, classIds } = await addMondays(teacher, "Letters");
  const later = { startDate: "2027-06-01", endDate: "2027-07-01" };
  const summer = await addCourse(app.context, teacher, { title: "Summer circle", ...later });
  const people: [string, string][] = [
    ["Zaynab Noor", mondays],
    ["Émile Haddad", summer],
    ["Hamza Iqbal", mondays],
  ];
  const seats: string[] = [];
  const students: Person[] = [];
  for (const [index, [name, courseId]] of people.entries()) {
    vi.setSystemTime(new Date(Date.UTC(2027, 2, 3, 10, index)));
    const student = await addStudent(app.context, { name });
    students.push(student);
    seats.push(await addEnrollment(app.context, student, courseId));
  }
  return { teacher, mondays, classIds, students, seats };
}

describe("a teacher's students", () => {
  it("are listed newest first, each with course, progress and enrollment date", async () => {
    const { teacher, mondays, classIds, students, seats } = await addClassroom();
    const studentId = students[2]?.profileId ?? "";
    // The last of these classes is in the future and must not count.
    const present = [classIds[0], classIds[2], classIds[3], classIds[7]].map((classId = "") => ({
      classId,
      studentId,
      present: true,
      correctedAt: new Date(),
    }));
    await app.context.db.insert(attendanceCorrections).values(present);
    const page = await list(teacher);
    expect(page).toMatchObject({ total: 3, page: 1, pages: 1 });
    expect(namesOf(page)).toEqual(["Hamza Iqbal", "Émile Haddad", "Zaynab Noor"]);
    expect(page.students[0]).toEqual({
      enrollmentId: seats[2],
      student: { _id: expect.any(String), name: "Hamza Iqbal" },
      course: { _id: mondays, title: "Letters" },
      // The class that ended before the enrollment and wasn't attended doesn't count.
      progress: { done: 3, total: 7 },
      joinedAt: "2027-03-03T10:02:00.000Z",
      amount: 0,
      refundable: 0,
    });
    expect(page.students[1].progress).toEqual({ done: 0, total: 0 });
  });

  it.each([
    ["student", "asc", ["Émile Haddad", "Hamza Iqbal", "Zaynab Noor"]],
    ["student", "desc", ["Zaynab Noor", "Hamza Iqbal", "Émile Haddad"]],
    ["joined", "asc", ["Zaynab Noor", "Émile Haddad", "Hamza Iqbal"]],
    ["joined", "", ["Hamza Iqbal", "Émile Haddad", "Zaynab Noor"]],
  ])("are sorted by %s, %s", async (sort, order, names) => {
    const { teacher } = await addClassroom();
    expect(namesOf(await list(teacher, `?sort=${sort}&order=${order}`))).toEqual(names);
  });

  it("are sorted by course and progress", async () => {
    const { teacher } = await addClassroom();
    expect(namesOf(await list(teacher, "?sort=course&order=desc"))[0]).toBe("Émile Haddad");
    // A course without classes has no progress and comes last in either order.
    for (const order of ["asc", "desc"]) {
      const page = await list(teacher, `?sort=progress&order=${order}`);
      expect(namesOf(page).at(-1)).toBe("Émile Haddad");
    }
  });

  it.each([
    ["emile", ["Émile Haddad"]],
    ["LETTERS", ["Hamza Iqbal", "Zaynab Noor"]],
    ["  ", ["Hamza Iqbal", "Émile Haddad", "Zaynab Noor"]],
    ["%", []],
  ])("are found by name and course: '%s'", async (search, names) => {
    const { teacher } = await addClassroom();
    const page = await list(teacher, `?search=${encodeURIComponent(search)}`);
    expect(namesOf(page)).toEqual(names);
  });

  it("are hidden from everyone else, and are no longer listed after a refund", async () => {
    const { teacher, seats } = await addClassroom();
    const other = await addTeacher(app.context);
    const student = await addStudent(app.context);
    expect(await list(other)).toMatchObject({ students: [], total: 0 });
    const path = "/api/enrollment/teacher/students";
    expect((await app.call("GET", path)).status).toBe(401);
    expect((await app.call("GET", path, { token: student.token })).status).toBe(403);
    const refund = await app.call("POST", `/api/enrollment/${seats[0]}/refund`, {
      token: teacher.token,
      body: {},
    });
    expect(refund.status).toBe(200);
    expect(namesOf(await list(teacher))).toEqual(["Hamza Iqbal", "Émile Haddad"]);
  });

  it.each(["?sort=price", "?order=up", "?page=0", "?limit=101"])(
    "cannot be listed with an unknown parameter: %s",
    async (query) => {
      const { teacher } = await addClassroom();
      const path = `/api/enrollment/teacher/students${query}`;
      expect((await app.call("GET", path, { token: teacher.token })).status).toBe(400);
    },
  );
});

describe("a teacher's two thousand students", () => {
  it("are read page by page with a few queries", async () => {
    const teacher = await addTeacher(app.context);
    const { courseId } = await addMondays(teacher, "A full hall");
    const { db } = app.context;
    const accounts = await db
      .insert(users)
      .values(
        Array.from({ length: 2_000 }, (_, index) => ({
          email: `hall-${index}@example.org`,
          name: `Student ${index}`,
          passwordHash: "$argon2id$unusable",
        })),
      )
      .returning({ id: users.id, name: users.name });
    const people = await db
      .insert(profiles)
      .values(
        accounts.map(({ id, name }) => ({
          userId: id,
          role: "student" as const,
          name,
          searchName: name.toLowerCase(),
          country: "Egypt",
          timeZone: "Africa/Cairo",
        })),
      )
      .returning({ id: profiles.id });
    await db.insert(enrollments).values(
      people.map(({ id }) => ({
        courseId,
        studentId: id,
        status: "enrolled" as const,
        amountCents: 0,
        enrolledAt: new Date(),
      })),
    );
    const path = "/api/enrollment/teacher/students";
    for (const query of ["", "?page=100", "?sort=progress", "?search=student%201&limit=100"]) {
      const call = () => app.call("GET", `${path}${query}`, { token: teacher.token });
      expect(await countQueries(app.database, call), query).toBeLessThanOrEqual(5);
    }
    const last = await list(teacher, "?page=100");
    expect(last).toMatchObject({ total: 2_000, pages: 100 });
    expect(last.students).toHaveLength(20);
    const all = await listAllTeacherStudents(app.context, teacher.actor);
    expect(new Set(all.map(({ enrollmentId }) => enrollmentId)).size).toBe(2_000);
  });
});

it("an export of students is plain text in every spreadsheet, whatever the names contain", () => {
  const row = {
    enrollmentId: "enr_1",
    student: { _id: "prf_1", name: '=HYPERLINK("https://evil.example")' },
    course: { _id: "crs_1", title: 'Letters, "Part 1"' },
    progress: { done: 1, total: 3 },
    joinedAt: "2027-03-03T10:02:00.000Z",
    amount: 20,
    refundable: 20,
  };
  const names = ["+1", "-1", "@sum", "\t=x"].map((name) => ({
    ...row,
    student: { ...row.student, name },
  }));
  const [head, first, ...others] = writeStudents([row, ...names])
    .trimEnd()
    .split("\r\n");
  expect(head).toBe('\uFEFF"Student","Course","Classes","Progress","Joined"');
  expect(first).toBe(
    '"\'=HYPERLINK(""https://evil.example"")","Letters, ""Part 1""","1 of 3 classes","33%","2027-03-03"',
  );
  expect(others.map((line) => line.slice(0, 3))).toEqual(["\"'+", "\"'-", "\"'@", "\"'="]);
});
