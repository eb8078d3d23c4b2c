/** Adds the comments below demo courses. */
import { comments } from "../db/tables/comments.table.ts";
import type { AddedCourse } from "./add-courses.ts";
import { demoComments } from "./data/demo-data.ts";
import { before, type DemoPeople, type DemoRun, day, need } from "./demo-run.ts";

export async function addComments(
  run: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  const courses = new Map(added.map((course) => [course.demo.key, course]));
  const rows = demoComments.map(({ key, course, author, content }, index) => ({
    courseId: need(courses, course).id,
    seq: index + 1,
    authorId: need(people, author).profile.id,
    clientId: `demo-${key}`,
    content,
    createdAt: before(run, (demoComments.length - index) * day),
  }));
  await run.context.db.insert(comments).values(rows).onConflictDoNothing();
}
