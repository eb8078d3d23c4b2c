import type { RecitationLog } from "#lib/recitations/recitations.responses.ts";
import { recitationsPageSize } from "#lib/recitations/recitations.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { readLog } from "./read-lessons.ts";
import { requireSeat, type Seat } from "./seat.ts";

export type OwnLessons = RecitationLog & Pick<Seat, "guardian" | "guardianState" | "isChild">;

/**
 * The acting student's own lessons in a course, and the guardian who follows them.
 * @throws AppError `forbidden` for everyone who isn't enrolled in it.
 */
export async function findOwnLessons(
  { db }: Context,
  actor: Actor,
  courseId: string,
  page: number,
): Promise<OwnLessons> {
  const { profile } = requireStudent(actor);
  const seat = await requireSeat(db, actor, { courseId, studentId: profile.id });
  const log = await readLog(db, seat, { page, limit: recitationsPageSize });
  const { guardian, guardianState, isChild } = seat;
  return { ...log, guardian, guardianState, isChild };
}
