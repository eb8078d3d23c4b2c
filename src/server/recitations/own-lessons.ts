import type { RecitationLog } from "#lib/recitation-views.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { findGuardian, type Guardian } from "../people/guardian.ts";
import { findRecitations } from "./read-lessons.ts";

/**
 * The acting student's own lessons in a course, and the guardian who follows them.
 * @throws AppError `forbidden` for all who aren't enrolled in it.
 */
export async function findOwnLessons(
  context: Context,
  actor: Actor,
  courseId: string,
  page: string | undefined,
): Promise<RecitationLog & { guardian: Guardian | undefined }> {
  const { profile } = requireStudent(actor);
  const key = { courseId, studentId: profile.id };
  const [log, guardian] = await Promise.all([
    findRecitations(context, actor, key, { page }),
    findGuardian(context.db, profile.id),
  ]);
  return { ...log, guardian };
}
