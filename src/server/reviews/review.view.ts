/** Reviews as the API returns them. */
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Paging, readPaging } from "#lib/paging/paging.ts";
import type { Review, ReviewState } from "#lib/reviews/reviews.responses.ts";
import { maxReviews, type ReviewSort } from "#lib/reviews/reviews.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviewMarks, reviews } from "../db/tables/reviews.table.ts";
import { isAdult, toPublicPerson } from "../public-person.ts";

/** Hidden reviews are visible only to their authors and don't count toward any rating. */
export const visible = isNull(reviews.hiddenAt);

export function stateOf(
  review: Pick<typeof reviews.$inferSelect, "hiddenAt" | "removedAt">,
): ReviewState {
  if (review.removedAt) return "removed";
  return review.hiddenAt ? "waiting" : "shown";
}

const isHelpful = and(eq(reviewMarks.reviewId, reviews.id), eq(reviewMarks.kind, "helpful"));

/**
 * The most helpful first, then the newest. The ID makes the order stable for reviews of the same
 * time.
 */
function orderOf(db: Db, sort: ReviewSort): SQL[] {
  const newest = [desc(reviews.createdAt), desc(reviews.id)];
  if (sort === "highest") return [desc(reviews.rating), ...newest];
  if (sort === "lowest") return [asc(reviews.rating), ...newest];
  if (sort === "helpful") return [sql`(${db.$count(reviewMarks, isHelpful)}) desc`, ...newest];
  return newest;
}

type Wanted = Partial<Paging> & { sort?: ReviewSort | undefined };

/** Reviews with their authors, in one query: those of the page, or the first hundred. */
export async function selectReviews(
  db: Db,
  condition: SQL | undefined,
  { sort = "newest", ...paging }: Wanted = {},
): Promise<Review[]> {
  const { page, limit } = { ...readPaging({}, maxReviews), ...paging };
  const rows = await db
    .select({
      review: reviews,
      authorName: sql<string>`coalesce(${profiles.name}, ${users.name})`,
      authorImageUrl: profiles.profileImageUrl,
      authorRole: profiles.role,
      authorAge: profiles.age,
      helpfulCount: sql<number>`${db.$count(reviewMarks, isHelpful)}`.mapWith(Number),
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(condition)
    .orderBy(...orderOf(db, sort))
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map(({ review, helpfulCount, ...row }) => {
    const person = {
      name: row.authorName,
      profileImageUrl: row.authorImageUrl,
      role: row.authorRole,
      age: row.authorAge,
    };
    const author = toPublicPerson(person);
    return {
      _id: review.id,
      authorId: isAdult(person) ? review.authorId : null,
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
