/**
 * Changing and canceling one meeting as its teacher. The meeting service, the students and their
 * calendars are updated too.
 */
import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { ChangeMeetingInput } from "#lib/meetings/meetings.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { pageTags } from "../pages-tags.ts";
import { linkMeetings } from "./link-meetings.ts";
import { selectMeetings } from "./meeting.view.ts";
import { endOf, requireFutureTime } from "./meeting-time.ts";
import { mailMeetingCanceled, mailMeetingMoved } from "./meetings.mails.ts";
import { queuePush } from "./provider/push-to-provider.ts";
import { cancelWaitingMeeting } from "./waiting-meetings.ts";

const t = getTexts("meetings");

type Meeting = typeof meetings.$inferSelect;

/** The same error for missing meetings and for those that the person may not see. */
export const meetingNotFound = () => new AppError("not_found", meetingMessages.missing);

/**
 * Changes the given fields of one of the acting teacher's meetings. Students are notified of a new
 * time or duration, but not if only the topic changes.
 *
 * @throws AppError `not_found`; `conflict` if the meeting has started, has ended or is canceled, or
 * if it would no longer overlap with its class; `invalid_input` if it would already have ended.
 */
export async function changeMeeting(
  context: Context,
  actor: Actor,
  meetingId: string,
  { topic, startTime, duration, note }: ChangeMeetingInput,
): Promise<MeetingView> {
  const teacher = requireTeacher(actor, meetingMessages.teachersOnly);
  const courseId = await context.db.transaction(async (tx) => {
    const before = await lockOwnMeeting(tx, teacher.profile.id, meetingId);
    requireChangeable(before);
    const wanted = {
      topic: topic ?? before.topic,
      startTime: startTime === undefined ? before.startTime : new Date(startTime),
      duration: duration ?? before.duration,
    };
    if (!isSamePlan(before, wanted)) requireFutureTime(wanted.startTime, wanted.duration);
    await applyChange(context, tx, before, wanted, { note });
    return before.courseId;
  });
  await context.purgePages([pageTags.course(courseId)]);
  const [view] = await selectMeetings(context, eq(meetings.id, meetingId), "teacher");
  if (!view) throw meetingNotFound();
  return view;
}

export type MeetingPlan = Pick<Meeting, "topic" | "startTime" | "duration">;

const isSamePlan = (one: MeetingPlan, other: MeetingPlan) =>
  one.topic === other.topic &&
  one.duration === other.duration &&
  one.startTime.getTime() === other.startTime.getTime();

/**
 * Applies a new plan to a locked meeting and notifies students, their calendars and the meeting
 * service.
 * @param how `isAlreadySynced` if the plan comes from the service; `note` is the teacher's message
 * to students.
 * @returns whether the plan changed.
 * @throws AppError `conflict` if the meeting would no longer overlap with its class.
 */
export async function applyChange(
  context: Context,
  tx: Db,
  before: Meeting,
  wanted: MeetingPlan,
  { isAlreadySynced = false, note }: { isAlreadySynced?: boolean; note?: string | undefined },
): Promise<boolean> {
  if (isSamePlan(before, wanted)) return false;
  const isMoved = wanted.startTime.getTime() !== before.startTime.getTime();
  const isOtherTime = isMoved || wanted.duration !== before.duration;
  const classId = await classAfter(tx, before, wanted);
  const now = new Date();
  const changed = await update(tx, before.id, {
    ...wanted,
    classId,
    updatedAt: now,
    ...(isAlreadySynced ? { pushedAt: now } : {}),
    ...(isMoved ? { movedAt: now } : {}),
    ...(isOtherTime ? { sequence: before.sequence + 1 } : {}),
  });
  if (isMoved) await linkMeetings(tx, before.courseId);
  if (!isAlreadySynced) await queuePush(context, tx, before.id);
  if (isOtherTime) await mailMeetingMoved(context, tx, changed, before, note);
  return true;
}

/**
 * Cancels one of the acting teacher's meetings, or a request for one. Canceling twice has no
 * further effect.
 * @throws AppError `not_found`; `conflict` if the meeting has started or ended.
 */
export async function cancelMeeting(
  context: Context,
  actor: Actor,
  meetingId: string,
): Promise<void> {
  const teacher = requireTeacher(actor, meetingMessages.teachersOnly);
  const teacherId = teacher.profile.id;
  if (await cancelWaitingMeeting(context, teacherId, meetingId)) return;
  const courseId = await context.db.transaction(async (tx) => {
    const before = await lockOwnMeeting(tx, teacherId, meetingId);
    if (before.status === "cancelled") return undefined;
    requireChangeable(before);
    await applyCancellation(context, tx, before, {});
    return before.courseId;
  });
  if (courseId) await context.purgePages([pageTags.course(courseId)]);
}

/**
 * Cancels a locked meeting and updates students, their calendars and the meeting service.
 * @param how `isAlreadySynced` if the service has already deleted the meeting.
 */
export async function applyCancellation(
  context: Context,
  tx: Db,
  before: Meeting,
  { isAlreadySynced = false }: { isAlreadySynced?: boolean },
): Promise<void> {
  const now = new Date();
  const canceled = await update(tx, before.id, {
    status: "cancelled",
    sequence: before.sequence + 1,
    updatedAt: now,
    ...(isAlreadySynced ? { pushedAt: now } : {}),
  });
  if (!isAlreadySynced) await queuePush(context, tx, before.id);
  await mailMeetingCanceled(context, tx, canceled);
}

async function lockOwnMeeting(tx: Db, teacherId: string, meetingId: string): Promise<Meeting> {
  const [meeting] = await tx
    .select()
    .from(meetings)
    .where(and(eq(meetings.id, meetingId), eq(meetings.teacherId, teacherId)))
    .for("update");
  if (!meeting) throw meetingNotFound();
  return meeting;
}

function requireChangeable(meeting: Meeting): void {
  const isComing = meeting.status === "scheduled" && endOf(meeting).getTime() > Date.now();
  if (!isComing) throw new AppError("conflict", t("server.begun"));
}

async function update(tx: Db, meetingId: string, values: Partial<Meeting>): Promise<Meeting> {
  const [changed] = await tx
    .update(meetings)
    .set(values)
    .where(eq(meetings.id, meetingId))
    .returning();
  if (!changed) throw new Error("The meeting was not stored");
  return changed;
}

/**
 * Finds the class that a meeting belongs to at its new time. A meeting of a scheduled class must
 * still overlap with it; if the class is no longer scheduled, the meeting can be linked to another
 * one.
 */
async function classAfter(
  tx: Db,
  { classId }: Meeting,
  wanted: { startTime: Date; duration: number },
): Promise<string | null> {
  if (classId === null) return null;
  const [row] = await tx
    .select({
      isOn: sql<boolean>`${classes.status} = 'scheduled'`,
      startsAt: classes.startsAt,
      endsAt: classes.endsAt,
    })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!row?.isOn) return null;
  if (row.startsAt < endOf(wanted) && row.endsAt > wanted.startTime) return classId;
  const message = t("server.ofClass");
  throw new AppError("conflict", message, { fields: [{ field: "startTime", message }] });
}
