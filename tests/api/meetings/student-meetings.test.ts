import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const hour = 60 * 60 * 1000;

it("a student's meetings list the next one in every course, and no other people's meetings", async () => {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const add = async (title: string, startsIn: number, isEnrolled = true) => {
    const courseId = await addCourse(app.context, teacher, { title });
    if (isEnrolled) await addEnrollment(app.context, student, courseId);
    const meetingId = await addPastMeeting(app.context, teacher, courseId);
    await app.context.db
      .update(meetings)
      .set({ startTime: new Date(Date.now() + startsIn), status: "scheduled" })
      .where(eq(meetings.id, meetingId));
    return { courseId, meetingId };
  };
  const later = await add("Later", 5 * hour);
  const running = await add("Running", -hour / 2);
  const overtime = await add("Beyond its end", -1.5 * hour);
  const forgotten = await add("Never ended", -2.5 * hour);
  await add("Over", -2 * hour);
  await add("Another teacher's", hour, false);
  const canceled = await add("Canceled", hour);
  const ended = await add("Ended early", -hour / 4);
  const left = await add("Left", hour);
  for (const [{ meetingId }, status] of [
    [canceled, "cancelled"],
    [ended, "ended"],
    [overtime, "started"],
    [forgotten, "started"],
  ] as const) {
    await app.context.db.update(meetings).set({ status }).where(eq(meetings.id, meetingId));
  }
  await app.context.db
    .update(enrollments)
    .set({ status: "left", endedAt: new Date() })
    .where(eq(enrollments.courseId, left.courseId));
  const { token } = student;
  const { body } = await app.call("GET", "/api/zoom/student/meetings", { token });
  expect(body.meetings).toMatchObject([
    { _id: overtime.meetingId, courseId: { title: "Beyond its end" } },
    { _id: running.meetingId, courseId: { title: "Running" } },
    { _id: later.meetingId, courseId: { title: "Later" } },
  ]);
  expect(body.meetings[0].startUrl).toBeUndefined();
  expect((await app.call("GET", "/api/zoom/student/meetings")).status).toBe(401);
  const none = await app.call("GET", "/api/zoom/student/meetings", { token: teacher.token });
  expect(none.body.meetings).toEqual([]);
});

it("a teacher's meetings list the upcoming ones, however many are past", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const past = await addPastMeeting(app.context, teacher, courseId);
  const [row] = await app.context.db.select().from(meetings).where(eq(meetings.id, past));
  if (!row) throw new Error("The meeting was not stored");
  const { id: _, ...values } = row;
  const at = (startTime: number, providerMeetingId: string) => ({
    ...values,
    providerMeetingId,
    startTime: new Date(startTime),
    status: "scheduled" as const,
  });
  const [coming] = await app.context.db
    .insert(meetings)
    .values([
      at(Date.now() + hour, "coming"),
      ...Array.from({ length: 500 }, (_each, day) =>
        at(Date.now() - day * 24 * hour, `past ${day}`),
      ),
    ])
    .returning();
  const { body } = await app.call("GET", "/api/zoom/teacher/meetings", { token: teacher.token });
  expect(body.data.meetings).toHaveLength(500);
  expect(body.data.meetings.at(-1)._id).toBe(coming?.id);
});
