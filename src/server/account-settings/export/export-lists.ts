/** All lists of an export: those of teachers, those of students, and those that both have. */
import { and, eq, getTableColumns, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Actor } from "../../actor.ts";
import { isTeacherOf } from "../../course-members/membership.ts";
import { sessions } from "../../db/tables/accounts.table.ts";
import { comments } from "../../db/tables/comments.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { uploads } from "../../db/tables/media.table.ts";
import { messageBlocks, messageReports, messages } from "../../db/tables/messages.table.ts";
import { recitations } from "../../db/tables/recitations.table.ts";
import { reviewMarks, reviews } from "../../db/tables/reviews.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import { describeDevice } from "../device.ts";
import { learningLists } from "./export-learning.ts";
import { page, profileOf, type ReadAfter } from "./export-page.ts";
import { teachingLists } from "./export-teaching.ts";

// The room belongs to the teacher's account at the meeting service.
const {
  roomId: _r,
  provider: _p,
  providerMeetingId: _m,
  providerJoinUrl: _j,
  ...trialColumns
} = getTableColumns(trialLessons);

/** Selects a student's ID only for that student. For the teacher it is another person's data. */
const ownStudentId = (actor: Actor, studentId: PgColumn) =>
  sql<string | null>`case when ${studentId} = ${profileOf(actor)} then ${studentId} end`;

/** Trial lessons in which the actor is the teacher or the student. */
const ofEither = (actor: Actor) =>
  or(eq(trialLessons.teacherId, profileOf(actor)), eq(trialLessons.studentId, profileOf(actor)));

export const exportedLists: Record<string, ReadAfter> = {
  ...teachingLists,
  ...learningLists,
  trialLessons: page(trialLessons.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({ ...trialColumns, studentId: ownStudentId(actor, trialLessons.studentId) })
      .from(trialLessons)
      .where(and(ofEither(actor), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** Entries about the student, or entries that the teacher recorded. */
  recitations: page(recitations.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        ...getTableColumns(recitations),
        studentId: ownStudentId(actor, recitations.studentId),
      })
      .from(recitations)
      .innerJoin(courses, eq(courses.id, recitations.courseId))
      .where(
        and(or(eq(recitations.studentId, profileOf(actor)), isTeacherOf(profileOf(actor))), after),
      )
      .orderBy(order)
      .limit(batch),
  ),
  comments: page(comments.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(comments)
      .where(and(eq(comments.authorId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** Only messages that the actor sent. Other people's messages are their own data. */
  messages: page(messages.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: messages.id,
        conversationId: messages.threadId,
        text: messages.text,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .where(and(eq(messages.authorId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  messageBlocks: page(messageBlocks.blockedId, ({ db }, actor, { after, order, batch }) =>
    db
      .select({ id: messageBlocks.blockedId, createdAt: messageBlocks.createdAt })
      .from(messageBlocks)
      .where(and(eq(messageBlocks.blockerId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  messageReports: page(messageReports.messageId, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: messageReports.messageId,
        reason: messageReports.reason,
        createdAt: messageReports.createdAt,
      })
      .from(messageReports)
      .where(and(eq(messageReports.reporterId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  reviews: page(reviews.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(reviews)
      .where(and(eq(reviews.authorId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
  reviewMarks: page(reviewMarks.reviewId, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: reviewMarks.reviewId,
        kinds: sql<string[]>`array_agg(${reviewMarks.kind})`,
      })
      .from(reviewMarks)
      .where(and(eq(reviewMarks.userId, actor.userId), after))
      .groupBy(reviewMarks.reviewId)
      .orderBy(order)
      .limit(batch),
  ),
  uploads: page(
    uploads.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select()
        .from(uploads)
        .where(and(eq(uploads.userId, actor.userId), after))
        .orderBy(order)
        .limit(batch),
    ({ key, ...upload }) => ({ ...upload, url: `/media/${key}` }),
  ),
  sessions: page(
    sessions.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select({
          id: sessions.id,
          userAgent: sessions.userAgent,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          expiresAt: sessions.expiresAt,
          revokedAt: sessions.revokedAt,
        })
        .from(sessions)
        .where(and(eq(sessions.userId, actor.userId), after))
        .orderBy(order)
        .limit(batch),
    (session) => ({ ...session, device: describeDevice(session.userAgent) }),
  ),
};
