/** Adds the meetings of demo classes: past ones with attendance, and upcoming ones at Zoom. */
import { and, asc, eq } from "drizzle-orm";
import { expandClasses } from "#lib/classes/weekly-classes.ts";
import { AppError } from "#lib/errors.ts";
import type { CreateMeetingInput } from "#lib/meetings/meetings.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { createMeeting } from "../meetings/meetings.ts";
import type { AddedCourse } from "./add-courses.ts";
import { demoTeachers } from "./data/demo-data.ts";
import { type DemoPeople, type DemoRun, forEach, need } from "./demo-run.ts";
import { insertPastMeetings } from "./rows.ts";

/** The number of upcoming classes of a course that have a meeting. */
const scheduledAhead = 2;

/** `createMeeting` already waits, so a few attempts suffice. */
const maxTries = 3;

interface PlannedClass {
  topic: string;
  startTime: Date;
  /** In minutes. */
  duration: number;
}

export async function addMeetings(
  { context }: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  const equipped = new Set(demoTeachers.filter((t) => t.isEquipped).map(({ key }) => key));
  const taught = added.filter(
    ({ demo, isPublished }) =>
      isPublished && equipped.has(demo.teacher) && demo.students.length > 0,
  );
  await forEach(taught, async (course) => {
    const classes = await findMissingClasses(context, course);
    const now = Date.now();
    const isOver = ({ startTime, duration }: PlannedClass) =>
      startTime.getTime() + duration * 60_000 <= now;
    await holdClasses(context, people, course, classes.filter(isOver));
    if (!context.config.zoom.sandbox) return;
    const coming = classes.filter((planned) => !isOver(planned)).slice(0, scheduledAhead);
    const teacher = need(people, course.demo.teacher);
    for (const { startTime, ...planned } of coming) {
      const input = { ...planned, startTime: startTime.toISOString(), courseId: course.id };
      await createInTurn(context, teacher, input);
    }
  });
}

/** Retries, because a run that was killed while it created this meeting blocks it for a few seconds. */
async function createInTurn(
  context: Context,
  teacher: ProfiledActor,
  input: CreateMeetingInput,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await createMeeting(context, teacher, input);
      return;
    } catch (error) {
      const isOthers = error instanceof AppError && error.code === "provider_unavailable";
      if (!isOthers || tries === maxTries) throw error;
    }
  }
}

async function findMissingClasses(context: Context, course: AddedCourse): Promise<PlannedClass[]> {
  const known = await context.db
    .select({ startTime: meetings.startTime })
    .from(meetings)
    .where(eq(meetings.courseId, course.id));
  const knownTimes = new Set(known.map(({ startTime }) => startTime.getTime()));
  return listDemoClasses(course).filter(({ startTime }) => !knownTimes.has(startTime.getTime()));
}

/** All classes of the course in order. */
export function listDemoClasses({
  demo,
  startDate,
  endDate,
  timeZone,
}: Pick<AddedCourse, "demo" | "startDate" | "endDate" | "timeZone">): PlannedClass[] {
  const times = expandClasses({
    schedule: demo.schedule,
    startDate: startDate.toString(),
    endDate: endDate.toString(),
    timeZone,
  });
  return times.map(({ startsAt, endsAt }, index) => ({
    startTime: startsAt,
    duration: (endsAt.getTime() - startsAt.getTime()) / 60_000,
    topic: demo.lessons[index] ?? demo.title,
  }));
}

async function holdClasses(
  { db }: Context,
  people: DemoPeople,
  { id, demo, timeZone }: AddedCourse,
  classes: PlannedClass[],
): Promise<void> {
  const seats = await db
    .select({ studentId: enrollments.studentId })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, id), isEnrolled))
    .orderBy(asc(enrollments.enrolledAt));
  const teacherId = need(people, demo.teacher).profile.id;
  const held = classes.map((planned, number) => ({
    ...planned,
    teacherId,
    courseId: id,
    timeZone,
    attending: seats
      .filter((_, place) => comes(place, number))
      .map(({ studentId }, place) => ({ studentId, joinedAt: minutesAfter(planned, place % 6) })),
  }));
  await insertPastMeetings(db, held);
}

/** Everyone attends the first class. Later, some students occasionally miss one. */
function comes(place: number, number: number): boolean {
  return number === 0 || (place * 2 + number) % 7 !== 0;
}

function minutesAfter({ startTime }: PlannedClass, minutes: number): Date {
  return new Date(startTime.getTime() + minutes * 60_000);
}
