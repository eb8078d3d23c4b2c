import type { CourseProgress } from "#lib/learning/learning.responses.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { listEnrollmentsOf } from "../course-members/membership.ts";
import { readProgress } from "./progress.ts";

/** More courses than anyone attends at once. */
const maxCourses = 30;

/**
 * The acting student's progress in all courses, the newest enrollment first.
 * @throws AppError `forbidden` for everyone who isn't a student.
 */
export async function listProgress(context: Context, actor: Actor): Promise<CourseProgress[]> {
  const { profile } = requireStudent(actor);
  const seats = await listEnrollmentsOf(context.db, profile.id, maxCourses);
  return Promise.all(seats.map((seat) => readProgress(context, seat)));
}
