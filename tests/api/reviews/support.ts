/** Courses with students who attended, and calls to the review service. */
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import type { CallOptions, TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

/** Returns a function that calls the review service with its required header. */
export const reviewCaller =
  (app: TestApp) =>
  (method: string, path: string, options: CallOptions = {}) =>
    app.call(method, `/api/reviews${path}`, {
      ...options,
      headers: { "app-id": "halaqa", ...options.headers },
    });

/** Adds a course, of a new teacher unless one is given, with students who attended it. */
export async function addAttendedCourse(
  { context }: TestApp,
  studentCount = 1,
  known?: { teacher: Person; students: Person[] },
) {
  const teacher = known?.teacher ?? (await addTeacher(context));
  const courseId = await addCourse(context, teacher);
  const students = known?.students ?? [];
  for (let index = students.length; index < studentCount; index += 1) {
    students.push(await addStudent(context));
  }
  for (const student of students) await addEnrollment(context, student, courseId);
  await addPastMeeting(context, teacher, courseId, students);
  const [first] = students;
  if (!first) throw new Error("The course has no students");
  return { teacher, courseId, students, student: first };
}

/** Adds students who attended the course, so that their reports and marks count. */
export async function addAttendees(
  { context }: TestApp,
  { teacher, courseId }: { teacher: Person; courseId: string },
  number: number,
): Promise<Person[]> {
  const students: Person[] = [];
  for (let index = 0; index < number; index += 1) students.push(await addStudent(context));
  for (const student of students) await addEnrollment(context, student, courseId);
  await addPastMeeting(context, teacher, courseId, students);
  return students;
}

/** Turns the course's meetings into a class, and has the teacher mark the students as absent. */
export async function markAsAbsent(
  app: TestApp,
  { teacher, courseId }: { teacher: Person; courseId: string },
  students: Person[],
): Promise<void> {
  const { db } = app.context;
  const hour = 60 * 60 * 1000;
  const startsAt = new Date(Date.now() - 2 * hour);
  const endsAt = new Date(startsAt.getTime() + hour);
  const [row] = await db
    .insert(classes)
    .values({ courseId, teacherId: teacher.profileId, plannedStart: startsAt, startsAt, endsAt })
    .returning();
  if (!row) throw new Error("The class was not stored");
  await db.update(meetings).set({ classId: row.id }).where(eq(meetings.courseId, courseId));
  await db
    .update(enrollments)
    .set({ enrolledAt: new Date(startsAt.getTime() - hour) })
    .where(eq(enrollments.courseId, courseId));
  for (const { profileId } of students) {
    const { status } = await app.call("PUT", `/api/classes/${row.id}/attendance`, {
      token: teacher.token,
      body: { studentId: profileId, present: false },
    });
    expect(status).toBe(200);
  }
}

export const courseReview = (courseId: string, rating = 5) => ({
  resourceId: courseId,
  resourceType: "course",
  rating,
  content: "Patient, clear and always on time.",
});
