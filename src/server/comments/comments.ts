/** Comments among the members of a course. */
import { and, eq, exists, isNotNull, isNull, lt, max } from "drizzle-orm";
import type { Comment, CommentPage } from "#lib/comments/comments.responses.ts";
import { commentMessages } from "#lib/comments/comments.rules.ts";
import {
  type CommentsQuery,
  type CreateCommentInput,
  commentsPerDay,
  commentsPerTenMinutes,
} from "#lib/comments/comments.ts";
import { AppError } from "#lib/errors.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { isTeacherOf, type MemberCourse, requireMemberOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { comments } from "../db/tables/comments.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { selectComments, visibleTo } from "./comment.view.ts";
import { notifyGuardian, notifyGuardiansOfStudents } from "./notify-guardians.ts";
import { notifyTeacher } from "./notify-teacher.ts";

const writeLimits = [
  { name: "comments", points: commentsPerTenMinutes, duration: 10 * 60 },
  { name: "comments-daily", points: commentsPerDay, duration: 24 * 60 * 60 },
];
/** Limits emails to a course's teacher to one per day. */
const mailLimit = { name: "comment-mail", points: 1, duration: 24 * 60 * 60 };

const commentNotFound = () => new AppError("not_found", commentMessages.missing);

/** The error for everyone except the course's members. */
const refusal = () => new AppError("forbidden", commentMessages.locked);

/** Whether the course accepts new comments. */
const isOpen = ({ status }: MemberCourse): boolean => status !== "archived";

/**
 * A page of a course's comments, newest first, for members of the course.
 *
 * @throws AppError `forbidden` for everyone else, and for missing courses.
 */
export async function listComments(
  { db }: Context,
  actor: Actor,
  courseId: string,
  { before, limit }: CommentsQuery,
): Promise<CommentPage> {
  const reader = requireProfile(actor);
  const { course } = await requireMemberOf(db, reader, courseId, { refusal });
  const all = and(eq(comments.courseId, courseId), visibleTo(reader.profile.id, course.teacherId));
  const older = and(all, before === undefined ? undefined : lt(comments.seq, before));
  const [found, total] = await Promise.all([
    selectComments(db, reader.profile, older, limit + 1),
    db.$count(comments, all),
  ]);
  return {
    comments: found.slice(0, limit),
    total,
    hasMore: found.length > limit,
    open: isOpen(course),
  };
}

/**
 * Posts a comment. Idempotent per `clientId`. The teacher gets at most one email per day about
 * students' comments. A child's guardian gets an email about each comment of the child and of the
 * teacher.
 *
 * @throws AppError `forbidden` for non-members, `conflict` if the course is archived,
 * `rate_limited`.
 */
export async function createComment(
  context: Context,
  actor: Actor,
  courseId: string,
  input: CreateCommentInput,
): Promise<{ comment: Comment; isNew: boolean }> {
  const author = requireProfile(actor);
  const own = author.profile.id;
  const { role } = await requireMemberOf(context.db, author, courseId, { refusal });
  const existing = await findByClientId(context.db, author, input.clientId);
  if (existing) return { comment: sameCourse(existing, courseId), isNew: false };
  await context.limits.consumeInTurn(writeLimits.map((limit) => ({ limit, key: own })));
  const notifiesTeacher =
    role === "student" && (await context.limits.tryConsume(mailLimit, courseId));
  const stored = await context.db.transaction(async (tx) => {
    // Locks the course, so that comments are numbered in order.
    const { course } = await requireMemberOf(tx, author, courseId, { refusal, lock: true });
    if (!isOpen(course)) throw new AppError("conflict", commentMessages.closed);
    const id = await storeComment(tx, courseId, own, input);
    if (id && role === "student") await notifyGuardian(context, tx, course, own, input.content);
    if (id && role === "teacher") {
      await notifyGuardiansOfStudents(context, tx, course, input.content);
    }
    if (id && notifiesTeacher) await notifyTeacher(context, tx, course, input.content);
    return id;
  });
  const condition = stored ? eq(comments.id, stored) : isNamed(own, input.clientId);
  const [comment] = await selectComments(context.db, author.profile, condition, 1);
  if (!comment) throw new Error("The comment was not stored");
  return { comment: sameCourse(comment, courseId), isNew: stored !== undefined };
}

/**
 * @returns the new comment's ID. Undefined if a concurrent request stored it under the same
 * `clientId`.
 */
async function storeComment(
  tx: Db,
  courseId: string,
  authorId: string,
  { content, clientId }: CreateCommentInput,
): Promise<string | undefined> {
  const [last] = await tx
    .select({ seq: max(comments.seq) })
    .from(comments)
    .where(eq(comments.courseId, courseId));
  const [comment] = await tx
    .insert(comments)
    .values({ courseId, authorId, content, clientId, seq: (last?.seq ?? 0) + 1 })
    .onConflictDoNothing({ target: [comments.authorId, comments.clientId] })
    .returning({ id: comments.id });
  return comment?.id;
}

const isNamed = (authorId: string, clientId: string | undefined) =>
  and(eq(comments.authorId, authorId), eq(comments.clientId, clientId ?? ""));

async function findByClientId(
  db: Db,
  { profile }: ProfiledActor,
  clientId: string | undefined,
): Promise<Comment | undefined> {
  if (clientId === undefined) return undefined;
  const [existing] = await selectComments(db, profile, isNamed(profile.id, clientId), 1);
  return existing;
}

function sameCourse(comment: Comment, courseId: string): Comment {
  if (comment.courseId !== courseId) throw commentNotFound();
  return comment;
}

/**
 * Deletes the actor's own comment, even after they left the course. @throws AppError `not_found`
 * for other people's comments.
 */
export async function deleteComment(
  { db }: Context,
  actor: Actor,
  commentId: string,
): Promise<void> {
  const { profile } = requireProfile(actor);
  const deleted = await db
    .delete(comments)
    .where(and(eq(comments.id, commentId), eq(comments.authorId, profile.id)))
    .returning({ id: comments.id });
  if (deleted.length === 0) throw commentNotFound();
}

/**
 * Hides a comment from everyone except its author and the teacher, or shows it again. Idempotent.
 * @throws AppError `not_found` unless the actor is the course's teacher.
 */
export async function hideComment(
  { db }: Context,
  actor: Actor,
  commentId: string,
  hidden: boolean,
): Promise<Comment> {
  const { profile } = requireProfile(actor);
  const ofOwnCourse = and(
    eq(comments.id, commentId),
    isNull(comments.removedAt),
    exists(
      db
        .select({ id: courses.id })
        .from(courses)
        .where(and(eq(courses.id, comments.courseId), isTeacherOf(profile.id))),
    ),
  );
  const isOther = hidden ? isNull(comments.hiddenAt) : isNotNull(comments.hiddenAt);
  await db
    .update(comments)
    .set({ hiddenAt: hidden ? new Date() : null })
    .where(and(ofOwnCourse, isOther));
  const [comment] = await selectComments(db, profile, ofOwnCourse, 1);
  if (!comment) throw commentNotFound();
  return comment;
}
