import { and, eq, lt, ne, or, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { roomPhase } from "#lib/rooms/room-opening.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { isStudentOf, requireMemberOf } from "../course-members/membership.ts";
import { users } from "../db/tables/accounts.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { MeetingProviderError } from "../providers/meetings/meeting-provider.ts";
import { isNotSuspended } from "../public-person.ts";
import { meetingNotFound } from "./change-meeting.ts";
import { findProvider, toProviderFailure } from "./connection/connection.ts";
import { withProvider } from "./connection/with-provider.ts";
import { selectMeetings } from "./meeting.view.ts";
import { earlyMs, endOf } from "./meeting-time.ts";

const t = getTexts("meetings");

export { cancelMeeting, changeMeeting } from "./change-meeting.ts";
export { createMeeting } from "./request-meeting.ts";
export { listWaitingMeetings } from "./waiting-meetings.ts";

/** All of the teacher's meetings that aren't canceled, ordered by start. */
export function listTeacherMeetings(context: Context, actor: Actor): Promise<MeetingView[]> {
  const teacher = requireTeacher(actor, meetingMessages.teachersOnly);
  const condition = and(
    eq(meetings.teacherId, teacher.profile.id),
    ne(meetings.status, "cancelled"),
  );
  return selectMeetings(context, condition, "teacher");
}

/**
 * A course's meetings, for its members.
 * @throws AppError `forbidden` for everyone else, whether or not the course exists.
 */
export async function listCourseMeetings(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<MeetingView[]> {
  const { role } = await requireMemberOf(context.db, actor, courseId, {
    refusal: () => new AppError("forbidden", t("server.membersOnly")),
  });
  const condition = and(eq(meetings.courseId, courseId), ne(meetings.status, "cancelled"));
  return selectMeetings(context, condition, role);
}

/**
 * Where a join link leads the course's teacher and its enrolled students: into the meeting, for which
 * students' attendance is recorded. Before the room opens, students get to the course's room, which
 * says when it does, and has the button.
 * @throws AppError `not_found` for everyone else, whether or not the meeting exists; `conflict`
 * while the teacher is suspended, because the teacher could still open the room at the meeting
 * service.
 */
export async function joinMeeting(
  context: Context,
  actor: Actor,
  meetingId: string,
): Promise<string> {
  const { profile } = requireProfile(actor);
  const [meeting] = await context.db
    .select({
      id: meetings.id,
      teacherId: meetings.teacherId,
      joinUrl: meetings.providerJoinUrl,
      courseId: meetings.courseId,
      startTime: meetings.startTime,
      duration: meetings.duration,
      status: meetings.status,
      isHeld: sql<boolean>`${isNotSuspended()}`,
    })
    .from(meetings)
    .innerJoin(profiles, eq(profiles.id, meetings.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(meetings.id, meetingId),
        ne(meetings.status, "cancelled"),
        or(eq(meetings.teacherId, profile.id), isStudentOf(profile.id, meetings.courseId)),
      ),
    );
  if (!meeting) throw meetingNotFound();
  if (!meeting.isHeld) throw new AppError("conflict", t("server.notHeld"));
  if (profile.role === "student") {
    const times = { startsAt: meeting.startTime, endsAt: endOf(meeting) };
    const isInProgress = meeting.status === "started";
    if (roomPhase({ ...times, isInProgress }, Date.now()) === "coming") {
      return `/dashboard/enrolled-courses/${meeting.courseId}`;
    }
    await context.db
      .insert(attendances)
      .values({ meetingId: meeting.id, studentId: profile.id, joinedAt: new Date() })
      // If the student only tried the link days earlier, the time of this visit replaces that one.
      .onConflictDoUpdate({
        target: [attendances.meetingId, attendances.studentId],
        set: { joinedAt: new Date() },
        setWhere: lt(attendances.joinedAt, new Date(meeting.startTime.getTime() - earlyMs)),
      });
  }
  return meeting.joinUrl;
}

/**
 * Returns the link that starts a meeting as its host. It is fetched on each request and never
 * stored.
 * @throws AppError `not_found` for everyone but its teacher, whether or not the meeting exists.
 */
export async function startMeeting(
  context: Context,
  actor: Actor,
  meetingId: string,
): Promise<string> {
  const { profile } = requireProfile(actor);
  const [meeting] = await context.db
    .select({
      teacherId: meetings.teacherId,
      provider: meetings.provider,
      providerMeetingId: meetings.providerMeetingId,
    })
    .from(meetings)
    .where(
      and(
        eq(meetings.id, meetingId),
        eq(meetings.teacherId, profile.id),
        ne(meetings.status, "cancelled"),
      ),
    );
  if (!meeting) throw meetingNotFound();
  return startRoom(context, meeting);
}

interface Room {
  teacherId: string;
  provider: string;
  /** Null until the room exists. */
  providerMeetingId: string | null;
}

/** Returns the link that opens a teacher's room as its host. */
export async function startRoom(
  context: Context,
  { teacherId, provider, providerMeetingId: id }: Room,
): Promise<string> {
  if (id === null) throw meetingNotFound();
  const room = await withProvider(
    context,
    teacherId,
    (service, token) => service.getMeeting(token, id),
    { provider },
  ).catch((error: unknown) => {
    const { name } = findProvider(context, provider);
    const isGone = error instanceof MeetingProviderError && error.kind === "not_found";
    const failed = t("server.notStarted");
    throw toProviderFailure(error, name, isGone ? meetingMessages.gone(name) : failed);
  });
  return room.startUrl;
}
