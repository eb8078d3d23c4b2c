/** How reviews look on the wire. */
import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Paging } from "#lib/paging.ts";
import type { ReviewResourceType } from "#lib/reviews.ts";
import { users } from "../accounts/accounts.table.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../people/people.table.ts";
import { toPublicPerson } from "../people/public-person.ts";
import { reviewMarks, reviews } from "./reviews.table.ts";

export interface ReviewView {
  _id: string;
  /** The author's user id: the key of the public profile look-up. */
  authorId: string;
  authorName: string;
  authorImageUrl: string | null;
  resourceType: ReviewResourceType;
  resourceId: string;
  rating: number;
  content: string;
  helpfulCount: number;
  createdAt: string;
  updatedAt: string | null;
}

const mostReviews = 100;

/** Reviews with their authors in one query, newest first, at most a hundred or the page's. */
export async function selectReviews(
  db: Db,
  condition: SQL | undefined,
  { page, limit }: Paging = { page: 1, limit: mostReviews },
): Promise<ReviewView[]> {
  const helpfulCount = db.$count(
    reviewMarks,
    and(eq(reviewMarks.reviewId, reviews.id), eq(reviewMarks.kind, "helpful")),
  );
  const rows = await db
    .select({
      review: reviews,
      authorName: sql<string>`coalesce(${profiles.name}, ${users.name})`,
      authorImageUrl: profiles.profileImageUrl,
      authorAge: profiles.age,
      helpfulCount: sql<number>`${helpfulCount}`.mapWith(Number),
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(condition)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map(({ review, helpfulCount, ...row }) => {
    const author = toPublicPerson({
      name: row.authorName,
      profileImageUrl: row.authorImageUrl,
      age: row.authorAge,
    });
    return {
      _id: review.id,
      authorId: review.authorId,
      authorName: author.name,
      authorImageUrl: author.profileImageUrl,
      helpfulCount,
      resourceType: review.resourceType,
      resourceId: review.resourceId,
      rating: review.rating,
      content: review.content,
      createdAt: review.createdAt.toISOString(),
      updatedAt: review.updatedAt?.toISOString() ?? null,
    };
  });
}

/** Hidden reviews are seen by nobody and count nowhere. */
export const visible = isNull(reviews.hiddenAt);

/** Visible reviews of a teacher and of the teacher's courses: those that make the rating. */
export function ofTeacher(teacherId: string): SQL | undefined {
  return and(
    visible,
    or(
      and(eq(reviews.resourceType, "teacher"), eq(reviews.resourceId, teacherId)),
      and(
        eq(reviews.resourceType, "course"),
        sql`${reviews.resourceId} in (select ${courses.id} from ${courses} where ${courses.teacherId} = ${teacherId})`,
      ),
    ),
  );
}
