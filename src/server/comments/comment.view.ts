/** Comments as the API returns them. */
import { and, desc, eq, isNull, or, type SQL } from "drizzle-orm";
import type { Comment } from "#lib/comments/comments.responses.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { comments } from "../db/tables/comments.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toMember } from "../public-person.ts";

/**
 * Only the course's teacher and the author can see a hidden comment. If staff hid it, only the
 * author can.
 */
export function visibleTo(profileId: string, teacherId: string): SQL | undefined {
  const isShown =
    profileId === teacherId
      ? isNull(comments.removedAt)
      : and(isNull(comments.hiddenAt), isNull(comments.removedAt));
  return or(isShown, eq(comments.authorId, profileId));
}

/** Comments with their authors as the viewer sees them, newest first, in one query. */
export async function selectComments(
  db: Db,
  viewer: ProfiledActor["profile"],
  condition: SQL | undefined,
  limit: number,
): Promise<Comment[]> {
  const rows = await db
    .select({
      comment: comments,
      teacherId: courses.teacherId,
      name: profiles.name,
      profileImageUrl: profiles.profileImageUrl,
      role: profiles.role,
      age: profiles.age,
    })
    .from(comments)
    .innerJoin(courses, eq(courses.id, comments.courseId))
    .innerJoin(profiles, eq(profiles.id, comments.authorId))
    .where(condition)
    .orderBy(desc(comments.seq))
    .limit(limit);
  return rows.map(({ comment, teacherId, ...person }) => {
    const isTeacher = comment.authorId === teacherId;
    const shown = toMember({ ...person, id: comment.authorId }, viewer);
    return {
      _id: comment.id,
      courseId: comment.courseId,
      seq: comment.seq,
      author: {
        _id: comment.authorId,
        name: shown.name,
        profileImageUrl: shown.profileImageUrl,
        isTeacher,
      },
      content: comment.content,
      createdAt: comment.createdAt.toISOString(),
      hidden: comment.hiddenAt !== null || comment.removedAt !== null,
    };
  });
}
