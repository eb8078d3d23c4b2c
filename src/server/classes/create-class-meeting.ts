import { and, eq, ne } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { createMeeting } from "../meetings/meetings.ts";
import { meetingMinutes } from "./class-meetings.ts";
import { lockOwnClass } from "./own-class.ts";

const t = getTexts("classes");

/**
 * Schedules the video meeting of one of the acting teacher's classes.
 * @throws AppError `not_found`; `conflict` if the class was canceled or already has a meeting, or
 * without a connected service; `invalid_input` once it has ended; `provider_unavailable` if the
 * service is down, in which case the meeting is created later.
 */
export async function createClassMeeting(
  context: Context,
  actor: Actor,
  classId: string,
): Promise<MeetingView> {
  const teacher = requireTeacher(actor);
  const { class: row, course } = await context.db.transaction((tx) =>
    lockOwnClass(tx, teacher, classId),
  );
  if (row.status !== "scheduled") throw new AppError("conflict", t("server.wasCanceled"));
  const rooms = await context.db.$count(
    meetings,
    and(eq(meetings.classId, classId), ne(meetings.status, "cancelled")),
  );
  if (rooms > 0) throw new AppError("conflict", t("server.hasMeeting"));
  const meeting = {
    topic: course.title,
    startTime: row.startsAt.toISOString(),
    duration: meetingMinutes(row),
    courseId: course.id,
  };
  return createMeeting(context, actor, meeting, row.id);
}
