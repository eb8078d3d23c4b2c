/** The one rule for who is a member of a course, in checks of single people and in queries. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EnrollmentStatus, enrollmentStatuses } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import {
  hasEnrollment,
  isEnrolled,
  isEnrolledSeat,
  isEnrollmentOf,
  isMemberOf,
  isOrWasEnrolled,
  isOrWasStudentOf,
  isStudentOf,
  isTeacherOf,
  requireMemberOf,
  requireStudentOf,
  requireTeacherOf,
} from "#server/course-members/membership.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
let otherTeacher: Person;
let stranger: Person;
/** One student for each enrollment status. */
const students = new Map<EnrollmentStatus, Person>();
let courseId: string;
let otherCourseId: string;

const get = (status: EnrollmentStatus): Person => {
  const student = students.get(status);
  if (!student) throw new Error(`There is no student whose enrollment is ${status}`);
  return student;
};
const notCurrent = enrollmentStatuses.filter((status) => status !== "enrolled");

beforeAll(async () => {
  app = await createTestApp();
  const { context } = app;
  teacher = await addTeacher(context, { name: "Idris Karimov", timeZone: "Africa/Cairo" });
  otherTeacher = await addTeacher(context);
  stranger = await addStudent(context);
  courseId = await addCourse(context, teacher, { title: "Short surahs" });
  otherCourseId = await addCourse(context, otherTeacher);
  for (const status of enrollmentStatuses) {
    const student = await addStudent(context);
    const id = await addEnrollment(context, student, courseId);
    await context.db
      .update(enrollments)
      .set({
        status,
        ...(status === "held" && { enrolledAt: null, holdExpiresAt: new Date() }),
      })
      .where(eq(enrollments.id, id));
    students.set(status, student);
  }
});
afterAll(() => app.close());

const refusal = () => new AppError("not_found", "Nothing here");
const refused = { code: "not_found", message: "Nothing here" };

describe("requireMemberOf", () => {
  it("accepts the course's teacher", async () => {
    expect(await requireMemberOf(app.context.db, teacher.actor, courseId)).toEqual({
      profileId: teacher.profileId,
      role: "teacher",
      course: {
        id: courseId,
        title: "Short surahs",
        status: "published",
        teacherId: teacher.profileId,
        teacherName: "Idris Karimov",
        timeZone: "Africa/Cairo",
      },
      enrolledAt: null,
    });
  });

  it("accepts a current student and returns the enrollment date", async () => {
    const { actor, profileId } = get("enrolled");
    const member = await requireMemberOf(app.context.db, actor, courseId);
    expect(member).toMatchObject({ profileId, role: "student", enrolledAt: expect.any(Date) });
  });

  it.each(notCurrent)("rejects a student whose enrollment is %s", async (status) => {
    const member = requireMemberOf(app.context.db, get(status).actor, courseId, { refusal });
    await expect(member).rejects.toMatchObject(refused);
  });

  it("rejects strangers and other teachers, whether the course exists or not", async () => {
    for (const { actor } of [stranger, otherTeacher]) {
      for (const id of [courseId, "crs_missing"]) {
        const member = requireMemberOf(app.context.db, actor, id, { refusal });
        await expect(member).rejects.toMatchObject(refused);
      }
    }
  });

  it("rejects strangers with a message about seeing the course by default", async () => {
    const member = requireMemberOf(app.context.db, stranger.actor, courseId);
    await expect(member).rejects.toMatchObject({
      code: "forbidden",
      message: "Only the teacher and enrolled students can see this course.",
    });
  });

  it("asks people without a profile to complete one", async () => {
    const { actor } = await addAccount(app.context);
    const member = requireMemberOf(app.context.db, actor, courseId, { refusal });
    await expect(member).rejects.toMatchObject({
      code: "forbidden",
      message: "Please complete your profile first.",
    });
  });

  it("locks the course for a member who writes", async () => {
    const { db } = app.context;
    await db.transaction(async (tx) => {
      await requireMemberOf(tx, get("enrolled").actor, courseId, { lock: true });
      const locked = db
        .select({ id: courses.id })
        .from(courses)
        .where(eq(courses.id, courseId))
        .for("no key update", { noWait: true });
      await expect(locked).rejects.toThrow();
    });
  });
});

describe("requireTeacherOf and requireStudentOf", () => {
  it("accept one role and reject the other", async () => {
    const { db } = app.context;
    const student = get("enrolled");
    expect(await requireTeacherOf(db, teacher.actor, courseId)).toMatchObject({ role: "teacher" });
    expect(await requireStudentOf(db, student.actor, courseId)).toMatchObject({ role: "student" });
    const wrong = await Promise.allSettled([
      requireTeacherOf(db, student.actor, courseId, { refusal }),
      requireTeacherOf(db, otherTeacher.actor, courseId, { refusal }),
      requireStudentOf(db, teacher.actor, courseId, { refusal }),
      requireStudentOf(db, get("left").actor, courseId, { refusal }),
    ]);
    for (const attempt of wrong) {
      expect(attempt).toMatchObject({ status: "rejected", reason: refused });
    }
  });
});

describe("the conditions for queries", () => {
  const coursesWhere = async (condition: SQL | undefined) =>
    (await app.context.db.select({ id: courses.id }).from(courses).where(condition)).map(
      ({ id }) => id,
    );
  const statusesWhere = async (condition: SQL | undefined) =>
    (
      await app.context.db
        .select({ status: enrollments.status })
        .from(enrollments)
        .where(and(eq(enrollments.courseId, courseId), condition))
    )
      .map(({ status }) => status)
      .sort();

  it("find the courses that a person teaches or takes", async () => {
    const { profileId } = get("enrolled");
    expect(await coursesWhere(isTeacherOf(teacher.profileId))).toEqual([courseId]);
    expect(await coursesWhere(isTeacherOf(profileId))).toEqual([]);
    expect(await coursesWhere(isStudentOf(profileId))).toEqual([courseId]);
    expect(await coursesWhere(isMemberOf(teacher.profileId))).toEqual([courseId]);
    expect(await coursesWhere(isMemberOf(profileId))).toEqual([courseId]);
    expect(await coursesWhere(isMemberOf(otherTeacher.profileId))).toEqual([otherCourseId]);
  });

  it("find no course for a visitor, a stranger or a former student", async () => {
    for (const id of [null, stranger.profileId, ...notCurrent.map((s) => get(s).profileId)]) {
      expect(await coursesWhere(isStudentOf(id))).toEqual([]);
      expect(await coursesWhere(isTeacherOf(id))).toEqual([]);
    }
  });

  it("can be selected from one table", async () => {
    const { profileId } = get("enrolled");
    const rows = await app.context.db
      .select({ id: courses.id, isTaken: isStudentOf(profileId) })
      .from(courses)
      .orderBy(courses.createdAt);
    expect(rows).toEqual([
      { id: courseId, isTaken: true },
      { id: otherCourseId, isTaken: false },
    ]);
  });

  it("include former students only when that is requested", async () => {
    expect(await statusesWhere(isEnrolled)).toEqual(["enrolled"]);
    expect(await statusesWhere(isOrWasEnrolled("left"))).toEqual(["enrolled", "left"]);
    const id = sql`${courses.id}`;
    const left = get("left").profileId;
    expect(await coursesWhere(isOrWasStudentOf(left, id, "left"))).toEqual([courseId]);
    expect(await coursesWhere(isOrWasStudentOf(left, id, "refunded"))).toEqual([]);
  });

  it("have the same result in raw SQL", async () => {
    const { rows } = await app.context.db.execute(
      sql`select seat.student_id from ${enrollments} seat where ${isEnrolledSeat}`,
    );
    expect(rows).toEqual([{ student_id: get("enrolled").profileId }]);
  });

  it("find one student's enrollment", async () => {
    const { profileId } = get("enrolled");
    expect(await statusesWhere(isEnrollmentOf(profileId, courseId))).toEqual(["enrolled"]);
    const { db } = app.context;
    expect(await hasEnrollment(db, profileId, courseId)).toBe(true);
    expect(await hasEnrollment(db, profileId, otherCourseId)).toBe(false);
    expect(await hasEnrollment(db, get("refunded").profileId, courseId)).toBe(false);
  });
});

describe("the membership rule", () => {
  it("is implemented in only one file", () => {
    const server = join(import.meta.dirname, "..", "..", "..", "src", "server");
    const conditions = [
      /eq\(enrollments\.status, "enrolled"\)/,
      /(?<!<> )'enrolled'/,
      /eq\(courses\.teacherId, (?!profiles\.id\))/,
    ];
    const homes = readdirSync(server, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.ts$/.test(name) && !/^db\b/.test(name))
      .filter((name) => {
        const text = readFileSync(join(server, name), "utf8");
        return conditions.some((condition) => condition.test(text));
      });
    expect(homes).toEqual([join("course-members", "membership.ts")]);
  });
});
