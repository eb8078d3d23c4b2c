/** What people have coming up: their classes, meetings and trial lessons in one list. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import {
  addAccount,
  addStudent,
  addTeacher,
  type Person,
  renewToken,
} from "../../support/people.ts";
import { teachIn } from "../classes/taught-classes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const { addTaught, rows } = teachIn(() => app);

const minute = 60_000;
const hour = 60 * minute;

async function listFor(person: Person): Promise<TimelineEntry[]> {
  const { token } = await renewToken(app.context, person);
  const { status, body } = await app.call("GET", "/api/timeline", { token });
  expect(status).toBe(200);
  return body.data.timeline;
}

/** A scheduled meeting without a class. @returns its ID. */
async function addMeeting(
  teacher: Person,
  courseId: string,
  values: Partial<typeof meetings.$inferInsert>,
): Promise<string> {
  const id = await addPastMeeting(app.context, teacher, courseId);
  await app.context.db
    .update(meetings)
    .set({ status: "scheduled", classId: null, ...values })
    .where(eq(meetings.id, id));
  return id;
}

const inHours = (hours: number) => new Date(Date.now() + hours * hour);

describe("the timeline", () => {
  it("lists classes, meetings and trial lessons together, by start", async () => {
    const { teacher, courseId } = await addTaught({ title: "Tajweed" });
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const [first, second] = await rows(courseId);
    const between = new Date((first?.startsAt.getTime() ?? 0) + hour * 48);
    const meeting = await addMeeting(teacher, courseId, { startTime: between, topic: "Questions" });
    const [trial] = await app.context.db
      .insert(trialLessons)
      .values({
        teacherId: teacher.profileId,
        studentId: student.profileId,
        startsAt: inHours(3),
        endsAt: inHours(3.5),
      })
      .returning();
    const expected = [
      { _id: trial?.id, kind: "trial", room: "none" },
      { _id: first?.id, kind: "class", number: 1, room: "none", course: { title: "Tajweed" } },
      { _id: meeting, kind: "meeting", topic: "Questions", room: "ready" },
      { _id: second?.id, kind: "class", number: 2 },
    ];
    const ofStudent = await listFor(student);
    expect(ofStudent.slice(0, 4)).toMatchObject(expected);
    expect(ofStudent[0]?.person?._id).toBe(teacher.profileId);
    const ofTeacher = await listFor(teacher);
    expect(ofTeacher.slice(0, 4)).toMatchObject(expected);
    expect(ofTeacher[0]?.person?._id).toBe(student.profileId);
  });

  it("says to teachers alone that a class has no room because no service is connected", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const isNeeded = async (person: Person) =>
      (await listFor(person)).map(({ needsConnection }) => needsConnection);
    expect(await isNeeded(teacher)).toEqual([true, true, true]);
    expect(await isNeeded(student)).toEqual([undefined, undefined, undefined]);
    const [first] = await rows(courseId);
    await addMeeting(teacher, courseId, {
      startTime: first?.startsAt ?? new Date(),
      classId: first?.id ?? "",
    });
    expect(await isNeeded(teacher)).toEqual([undefined, true, true]);
  });

  it("shows a class once, in the room of its meeting", async () => {
    const { teacher, courseId } = await addTaught();
    const [first] = await rows(courseId);
    const classId = first?.id ?? "";
    await addMeeting(teacher, courseId, { startTime: first?.startsAt, classId });
    const entries = (await listFor(teacher)).filter(({ startsAt }) => {
      return startsAt === first?.startsAt.toISOString();
    });
    expect(entries).toMatchObject([{ _id: classId, kind: "class", room: "ready" }]);
  });

  it("keeps what is in progress, and leaves out what has ended or was canceled", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const add = async (hours: number, status: "scheduled" | "started" | "ended" | "cancelled") => {
      const courseId = await addCourse(app.context, teacher, { title: `${status} ${hours}` });
      await addEnrollment(app.context, student, courseId);
      const values = { startTime: inHours(hours), duration: 60, status };
      return { courseId, id: await addMeeting(teacher, courseId, values) };
    };
    const overtime = await add(-1.5, "started");
    const running = await add(-0.5, "scheduled");
    const later = await add(5, "scheduled");
    await add(-2.5, "started");
    await add(-2, "scheduled");
    await add(-0.25, "ended");
    await add(1, "cancelled");
    const left = await add(2, "scheduled");
    await app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.courseId, left.courseId));
    expect((await listFor(student)).map(({ _id }) => _id)).toEqual([
      overtime.id,
      running.id,
      later.id,
    ]);
  });

  it("leaves out canceled classes and those that have ended", async () => {
    const { teacher, courseId } = await addTaught();
    const [first, second, third] = await rows(courseId);
    await app.context.db
      .update(classes)
      .set({ status: "cancelled" })
      .where(eq(classes.id, second?.id ?? ""));
    vi.setSystemTime((first?.endsAt.getTime() ?? 0) + minute);
    expect((await listFor(teacher)).map(({ _id, number }) => [_id, number])).toEqual([
      [third?.id, 3],
    ]);
  });

  it("contains nothing from other people's courses", async () => {
    await addTaught();
    const [teacher, student] = [await addTeacher(app.context), await addStudent(app.context)];
    expect([await listFor(teacher), await listFor(student)]).toEqual([[], []]);
  });

  it("requires a session with a profile", async () => {
    expect((await app.call("GET", "/api/timeline")).status).toBe(401);
    const { token } = await addAccount(app.context);
    expect((await app.call("GET", "/api/timeline", { token })).status).toBe(403);
  });
});
