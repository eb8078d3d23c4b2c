import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, exists, inArray, isNull, or, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import { defaultMeetingSettings, meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { CreateMeetingInput } from "#lib/meetings/meetings.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireTeacher } from "../actor.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Context } from "../context.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { findNotConnected, isConnected, nameServices } from "./connection/connection.ts";
import { answerWithinMs } from "./connection/with-provider.ts";
import { selectMeetings } from "./meeting.view.ts";
import { requireFutureTime } from "./meeting-time.ts";
import {
  attemptCreation,
  claimExpiry,
  claimRequest,
  type MeetingRequest,
} from "./provider/create-at-provider.ts";

const t = getTexts("meetings");

const pollIntervalMs = 200;

/**
 * Schedules a meeting of one of the teacher's own courses, here and at the connected service.
 * Repeated calls with the same topic, course and time create one meeting, and all return it.
 *
 * @param classId the class that the meeting is for, if any.
 * @throws AppError `forbidden` for students; `not_found` for other people's courses; `conflict` if
 * the course is unpublished and has no students, or if no service is connected;
 * `provider_unavailable` if the service doesn't respond, in which case the request is kept and
 * retried until the meeting exists or its time has passed.
 */
export async function createMeeting(
  context: Context,
  actor: Actor,
  input: CreateMeetingInput,
  classId?: string,
): Promise<MeetingView> {
  const teacher = requireTeacher(actor, meetingMessages.teachersOnly);
  const started = await context.db.transaction((tx) =>
    begin(context, tx, teacher, { input, classId }),
  );
  await settle(context, started);
  const [view] = await selectMeetings(context, eq(meetings.id, started.id), "teacher");
  if (!view) throw new Error("The stored meeting was not found");
  return view;
}

interface StartedRequest {
  id: string;
  /** Set if this call creates the meeting at the service; otherwise another call does. */
  turn?: MeetingRequest;
}

async function begin(
  context: Context,
  tx: Db,
  teacher: ProfiledActor,
  { input, classId }: { input: CreateMeetingInput; classId: string | undefined },
): Promise<StartedRequest> {
  const { topic, startTime: start, duration, courseId, settings } = input;
  const teacherId = teacher.profile.id;
  // From here on, concurrent requests from the teacher run one at a time.
  await lockTeacherTimes(tx, teacherId);
  const seats = tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courses.id), isEnrolled));
  const [course] = await tx
    .select({
      timeZone: profiles.timeZone,
      isTaught: sql<boolean>`${or(eq(courses.status, "published"), exists(seats))}`,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(courses.id, courseId), isTeacherOf(teacherId)));
  if (!course) throw courseNotFound();
  // A course that is no longer offered continues for its enrolled students.
  if (!course.isTaught) throw new AppError("conflict", meetingMessages.notTaught);
  const startTime = new Date(start);
  requireFutureTime(startTime, duration);
  const wanted = { teacherId, courseId, topic, startTime, duration };
  const known = await findSame(tx, wanted, classId);
  if (known) return { id: known };
  if (!(await isConnected(tx, teacherId))) {
    throw await findNotConnected(context, tx, teacherId);
  }
  const [turn] = await tx
    .insert(meetingRequests)
    .values({
      ...wanted,
      classId: classId ?? null,
      timeZone: course.timeZone,
      settings: { ...defaultMeetingSettings, ...settings },
      notBefore: claimExpiry(),
    })
    .returning();
  if (!turn) throw new Error("The request was not stored");
  return { id: turn.id, turn };
}

type Wanted = Pick<MeetingRequest, "teacherId" | "courseId" | "topic" | "startTime" | "duration">;

/**
 * Finds the same meeting, or the one for the same class, whether it exists already or is still
 * requested. A pending request takes on the new duration.
 * @throws AppError `conflict` if the meeting exists with another duration.
 */
async function findSame(
  tx: Db,
  { duration, ...wanted }: Wanted,
  classId: string | undefined,
): Promise<string | undefined> {
  const isSame = (table: typeof meetings | typeof meetingRequests) =>
    and(
      eq(table.teacherId, wanted.teacherId),
      // Written in SQL because `courseId` is nullable in only one of the two tables (for rooms of
      // trial lessons).
      sql`${table.courseId} = ${wanted.courseId}`,
      or(
        classId === undefined ? undefined : eq(table.classId, classId),
        and(eq(table.startTime, wanted.startTime), eq(table.topic, wanted.topic)),
      ),
    );
  const [request] = await tx
    .update(meetingRequests)
    .set({ duration })
    .where(and(isSame(meetingRequests), isNull(meetingRequests.canceledAt)))
    .returning();
  if (request) return request.id;
  const [meeting] = await tx
    .select({ id: meetings.id, duration: meetings.duration })
    .from(meetings)
    .where(and(isSame(meetings), inArray(meetings.status, ["scheduled", "started"])))
    .limit(1);
  if (meeting && meeting.duration !== duration) {
    throw new AppError("conflict", t("server.there"));
  }
  return meeting?.id;
}

/** Waits until the meeting exists, and makes another attempt whenever no other process does. */
async function settle(context: Context, started: StartedRequest): Promise<void> {
  const signal = AbortSignal.timeout(answerWithinMs);
  let turn = started.turn;
  while (true) {
    if (turn) await attemptCreation(context, turn, signal);
    // The request is read first: it becomes the meeting in one transaction, so one of the two reads
    // finds it.
    const [request] = await context.db
      .select({ notBefore: meetingRequests.notBefore, canceledAt: meetingRequests.canceledAt })
      .from(meetingRequests)
      .where(eq(meetingRequests.id, started.id));
    if ((await context.db.$count(meetings, eq(meetings.id, started.id))) > 0) return;
    if (!request || request.canceledAt) {
      throw new AppError("conflict", meetingMessages.failed);
    }
    if (signal.aborted) {
      const retryAfter = Math.max(1, Math.ceil((request.notBefore.getTime() - Date.now()) / 1_000));
      const message = meetingMessages.waits(nameServices(context));
      throw new AppError("provider_unavailable", message, { retryAfter });
    }
    await sleep(pollIntervalMs);
    turn = await claimRequest(context, started.id);
  }
}
