import { and, desc, eq, ne } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { requireMemberOf } from "../course-members/membership.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";

/** Where a class takes place: in its latest meeting or, if it has none yet, on the course page. */
export type Room = { meetingId: string } | { path: string };

/** Whether a link's ID is that of a class rather than of a meeting. */
export const isClassId = (id: string): boolean => id.startsWith("cls_");

/**
 * The room of a class, for its teacher and enrolled students. Links to classes always work, no
 * matter when or how often a meeting is created.
 *
 * @throws AppError `not_found` for everyone else and for missing classes.
 */
export async function findRoom(context: Context, actor: Actor, classId: string): Promise<Room> {
  const missing = new AppError("not_found", meetingMessages.missing);
  const [row] = await context.db
    .select({ courseId: classes.courseId, meetingId: meetings.id })
    .from(classes)
    .leftJoin(meetings, and(eq(meetings.classId, classes.id), ne(meetings.status, "cancelled")))
    .where(eq(classes.id, classId))
    .orderBy(desc(meetings.createdAt), meetings.id)
    .limit(1);
  if (!row) throw missing;
  const { role } = await requireMemberOf(context.db, actor, row.courseId, {
    refusal: () => missing,
  });
  if (row.meetingId) return { meetingId: row.meetingId };
  const pages = role === "teacher" ? "classes" : "enrolled-courses";
  return { path: `/dashboard/${pages}/${row.courseId}` };
}
