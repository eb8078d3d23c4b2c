/** Adds the demo reviews. */
import { and, eq } from "drizzle-orm";
import { appResourceId } from "#lib/reviews/reviews.rules.ts";
import type { CreateReviewInput } from "#lib/reviews/reviews.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { createReview } from "../reviews/reviews.ts";
import type { AddedCourse } from "./add-courses.ts";
import { demoReviews } from "./data/demo-data.ts";
import { before, type DemoPeople, type DemoRun, day, forEach, need } from "./demo-run.ts";

export async function addReviews(
  run: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  const courses = new Map(added.map((course) => [course.demo.key, course]));
  await forEach(demoReviews, async ({ author: key, course: courseKey, rating, content }, index) => {
    const course = courseKey === undefined ? undefined : need(courses, courseKey);
    if (course && !course.isPublished) return;
    const author = need(people, key);
    const reviewId = await ensureReview(run.context, author, {
      ...(course
        ? { resourceType: "course", resourceId: course.id }
        : { resourceType: "app", resourceId: appResourceId }),
      rating,
      content,
    });
    const writtenAt = before(run, ((index % 12) + 0.5) * day);
    await run.context.db
      .update(reviews)
      .set({ createdAt: writtenAt })
      .where(eq(reviews.id, reviewId));
  });
}

async function ensureReview(
  context: Context,
  author: ProfiledActor,
  input: CreateReviewInput,
): Promise<string> {
  const [known] = await context.db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      and(
        eq(reviews.authorId, author.userId),
        eq(reviews.resourceType, input.resourceType),
        eq(reviews.resourceId, input.resourceId),
      ),
    );
  return known?.id ?? (await createReview(context, author, input))._id;
}
