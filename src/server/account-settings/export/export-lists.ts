/** All lists of an export: those of teachers, those of students, and those that both have. */
import { and, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { describeDevice } from "../../accounts/device.ts";
import type { Actor } from "../../actor.ts";
import { isTeacherOf } from "../../course-members/membership.ts";
import { sessions } from "../../db/tables/accounts.table.ts";
import { comments } from "../../db/tables/comments.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { uploads } from "../../db/tables/media.table.ts";
import { messageBlocks, messageReports, messages } from "../../db/tables/messages.table.ts";
import { planCheckouts, planInvoices, planSubscriptions } from "../../db/tables/plans.table.ts";
import { recitations } from "../../db/tables/recitations.table.ts";
import { reviewMarks, reviews } from "../../db/tables/reviews.table.ts";
import { studyItems } from "../../db/tables/study.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import { zoomLinks } from "../../db/tables/zoom-app.table.ts";
import { toExportedItem } from "../../study/study.view.ts";
import { caseLists } from "./export-cases.ts";
import { learningLists } from "./export-learning.ts";
import { letterLists } from "./export-letters.ts";
import { livePageLists } from "./export-live-pages.ts";
import { page, profileOf, type ReadAfter } from "./export-page.ts";
import { teachingLists } from "./export-teaching.ts";
import { vettingLists } from "./export-vetting.ts";

// The room belongs to the teacher's account at the meeting service.
const {
  roomId: _r,
  provider: _p,
  providerMeetingId: _m,
  providerJoinUrl: _j,
  ...trialColumns
} = getTableColumns(trialLessons);

const { askedAt: _s, userId: _u, ...planColumns } = getTableColumns(planSubscriptions);
const { askedAt: _i, ...invoiceColumns } = getTableColumns(planInvoices);

/** Selects a column only for the student. For the teacher it is another person's data. */
const onlyForStudent = (actor: Actor, studentId: PgColumn, column: PgColumn) =>
  sql<string | null>`case when ${studentId} = ${profileOf(actor)} then ${column} end`;
const ownStudentId = (actor: Actor, studentId: PgColumn) =>
  onlyForStudent(actor, studentId, studentId);

/** Trial lessons in which the actor is the teacher or the student. */
const ofEither = (actor: Actor) =>
  or(eq(trialLessons.teacherId, profileOf(actor)), eq(trialLessons.studentId, profileOf(actor)));

export const exportedLists: Record<string, ReadAfter> = {
  ...teachingLists,
  ...learningLists,
  ...livePageLists,
  ...caseLists,
  ...vettingLists,
  ...letterLists,
  trialLessons: page(trialLessons.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        ...trialColumns,
        studentId: ownStudentId(actor, trialLessons.studentId),
        note: onlyForStudent(actor, trialLessons.studentId, trialLessons.note),
      })
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
  planSubscriptions: page(planSubscriptions.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select(planColumns)
      .from(planSubscriptions)
      .where(and(eq(planSubscriptions.userId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
  planInvoices: page(planInvoices.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select(invoiceColumns)
      .from(planInvoices)
      .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
      .where(and(eq(planSubscriptions.userId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
  planCheckouts: page(planCheckouts.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: planCheckouts.id,
        interval: planCheckouts.interval,
        status: planCheckouts.status,
        createdAt: planCheckouts.createdAt,
        endedAt: planCheckouts.endedAt,
      })
      .from(planCheckouts)
      .where(and(eq(planCheckouts.userId, actor.userId), after))
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
  /**
   * Only messages that the actor sent, with the texts of deleted ones that are still kept. Other
   * people's messages are their own data.
   */
  messages: page(messages.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: messages.id,
        conversationId: messages.threadId,
        text: messages.text,
        createdAt: messages.createdAt,
        deletedAt: messages.deletedAt,
        deletedText: messages.deletedText,
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
  /** Bookmarks, highlights, notes and collections in the Quran reader. */
  studyItems: page(
    studyItems.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select()
        .from(studyItems)
        .where(and(eq(studyItems.userId, actor.userId), isNull(studyItems.deletedAt), after))
        .orderBy(order)
        .limit(batch),
    toExportedItem,
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
          app: sessions.app,
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
  zoomLinks: page(zoomLinks.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: zoomLinks.id,
        createdAt: zoomLinks.createdAt,
        lastUsedAt: zoomLinks.lastUsedAt,
      })
      .from(zoomLinks)
      .where(and(eq(zoomLinks.userId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
};
