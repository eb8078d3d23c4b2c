import type { Context } from "../context.ts";
import { pageTags } from "../pages-tags.ts";

/** Purges the cached pages that show the seats of a course. Call this after the commit. */
export async function purgeSeatPages(
  context: Context,
  enrollment: { studentId: string },
  course: { id: string; teacherId: string },
): Promise<void> {
  await context.purgePages([
    pageTags.courses,
    pageTags.course(course.id),
    pageTags.teacher(course.teacherId),
    pageTags.student(enrollment.studentId),
  ]);
}
