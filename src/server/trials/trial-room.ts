/**
 * The video room of a trial lesson, which is requested with the booking and deleted on
 * cancellation.
 */

import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import {
  defaultMeetingSettings,
  maxMeetingMinutes,
  meetingMessages,
  minMeetingMinutes,
} from "#lib/meetings/meetings.rules.ts";
import { joinMinutesBefore, overtimeMinutes, roomPhase } from "#lib/rooms/room-opening.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { describeZone, formatUpcoming } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { findConnection } from "../meetings/connection/connection.ts";
import { meetingJobs } from "../meetings/meeting-jobs.ts";
import { toClassmate } from "../public-person.ts";
import { mailTrial } from "./trials.mails.ts";

const t = getTexts("trials");
const booking = getTexts("trialBooking");
const meetingTexts = getTexts("meetings");

type Lesson = typeof trialLessons.$inferSelect;

/**
 * Requests a room for a booked lesson if the teacher has connected a service; otherwise, the
 * participants agree by message. A job calls the service, so that booking doesn't have to wait.
 * @returns the updated lesson.
 */
export async function requestRoom(context: Context, tx: Db, lesson: Lesson): Promise<Lesson> {
  if (lesson.roomId !== null) return lesson;
  const connection = await findConnection(tx, lesson.teacherId);
  if (!connection) return lesson;
  const student = await readPerson(tx, lesson.studentId);
  const teacher = await readPerson(tx, lesson.teacherId);
  const now = new Date();
  const minutes = Math.round((lesson.endsAt.getTime() - lesson.startsAt.getTime()) / 60_000);
  const [request] = await tx
    .insert(meetingRequests)
    .values({
      teacherId: lesson.teacherId,
      trialId: lesson.id,
      // Zoom shows the topic to everyone who has the link, so the student's public name is used.
      topic: t("server.topic", { student: toClassmate(student).name }).slice(0, 200),
      startTime: lesson.startsAt,
      duration: Math.min(Math.max(minutes, minMeetingMinutes), maxMeetingMinutes),
      timeZone: teacher.timeZone,
      settings: defaultMeetingSettings,
      notBefore: now,
    })
    .returning();
  if (!request) throw new Error("The request was not stored");
  const [changed] = await tx
    .update(trialLessons)
    .set({
      roomId: request.id,
      provider: connection.provider,
      providerMeetingId: null,
      providerJoinUrl: null,
    })
    .where(eq(trialLessons.id, lesson.id))
    .returning();
  if (!changed) throw new Error("The lesson no longer exists");
  await context.jobs.send(tx, meetingJobs.create, {}, { startAfter: now });
  return changed;
}

/**
 * Requests rooms for lessons that were booked before the teacher connected a service, and notifies
 * both people.
 */
export async function requestRooms(context: Context, tx: Db, teacherId: string): Promise<void> {
  const lessons = await tx
    .select()
    .from(trialLessons)
    .where(
      and(
        eq(trialLessons.teacherId, teacherId),
        eq(trialLessons.status, "booked"),
        gt(trialLessons.endsAt, new Date()),
        isNull(trialLessons.roomId),
      ),
    )
    .for("update");
  for (const lesson of lessons) {
    await mailTrial(context, tx, await requestRoom(context, tx, lesson), "room");
  }
}

/** Deletes the room that the service has created, or may still create, for a lesson. */
export async function releaseRoom(context: Context, tx: Db, lesson: Lesson): Promise<void> {
  const { roomId, teacherId } = lesson;
  if (roomId === null) return;
  const [waiting] = await tx
    .update(meetingRequests)
    .set({ canceledAt: new Date() })
    .where(eq(meetingRequests.id, roomId))
    .returning();
  if (waiting)
    await context.jobs.send(tx, meetingJobs.create, {}, { startAfter: waiting.notBefore });
  else await context.jobs.send(tx, meetingJobs.deleteDuplicates, { meetingId: roomId, teacherId });
}

/** Whether a link's ID is that of a trial lesson. */
export const isTrialId = (id: string): boolean => id.startsWith("trl_");

/**
 * Where a lesson takes place: the link to its room. Without a link, `path` leads to the dashboard
 * while the room is being created, and otherwise to the conversation with the other person.
 */
export type TrialRoom = { lesson: Lesson; joinUrl: string } | { path: string };

/**
 * The room of a lesson, for its participants, until an hour after the lesson's end.
 *
 * @throws AppError `not_found` for everyone else, and for past or canceled lessons; `conflict` for
 * students before the room opens, with a message that says when it does.
 * @param zone the IANA zone in which the actor reads times, if it isn't the profile's.
 */
export async function findTrialRoom(
  { db }: Pick<Context, "db">,
  actor: Actor,
  lessonId: string,
  zone?: string,
): Promise<TrialRoom> {
  const { profile } = requireProfile(actor);
  const [lesson] = await db
    .select()
    .from(trialLessons)
    .where(
      and(
        eq(trialLessons.id, lessonId),
        or(eq(trialLessons.teacherId, profile.id), eq(trialLessons.studentId, profile.id)),
        sql`${trialLessons.status} <> 'cancelled'`,
        gt(trialLessons.endsAt, new Date(Date.now() - overtimeMinutes * 60_000)),
      ),
    );
  if (!lesson) throw new AppError("not_found", meetingMessages.missing);
  const isEarly = profile.id === lesson.studentId && roomPhase(lesson, Date.now()) === "coming";
  if (lesson.roomId !== null && isEarly) throw await notOpen(db, lesson, zone);
  if (lesson.providerJoinUrl !== null) return { lesson, joinUrl: lesson.providerJoinUrl };
  const other = profile.id === lesson.teacherId ? lesson.studentId : lesson.teacherId;
  return { path: lesson.roomId ? "/dashboard" : `/dashboard/messages?to=${other}` };
}

/** Says when the lesson is and when its room opens, by the student's clock. */
async function notOpen(
  db: Db,
  { startsAt, teacherId, studentId }: Lesson,
  ownZone: string | undefined,
): Promise<AppError> {
  const teacher = await readPerson(db, teacherId);
  const student = await readPerson(db, studentId);
  const start = startsAt.toISOString();
  const zone = ownZone ?? student.timeZone;
  const sentences = [
    t("mail.reminder", {
      name: isolatedInRtl(teacher.name),
      when: formatUpcoming(start, zone, false),
    }),
    meetingTexts("mail.reminder.opens", { minutes: joinMinutesBefore }),
    booking("zone", { zone: describeZone(zone, start) }),
  ];
  // 'a. m.' ends its sentence.
  return new AppError("conflict", sentences.join(" ").replaceAll("..", "."));
}

async function readPerson(tx: Db, profileId: string) {
  const [person] = await tx
    .select({
      name: profiles.name,
      timeZone: profiles.timeZone,
      role: profiles.role,
      age: profiles.age,
    })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  if (!person) throw new Error(`Profile ${profileId} does not exist`);
  return person;
}
