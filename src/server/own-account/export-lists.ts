/** The lists of an export: each reads on after an id, some hundred rows at a time. */
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toDollars } from "#lib/money.ts";
import { sessions } from "../accounts/accounts.table.ts";
import type { Actor } from "../actor.ts";
import { comments } from "../comments/comments.table.ts";
import type { Context } from "../context.ts";
import { courses } from "../courses/courses.table.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { waitingPlaces } from "../enrolments/waiting-places.table.ts";
import { uploads } from "../media/media.table.ts";
import { attendances, meetings } from "../meetings/meetings.table.ts";
import { messages } from "../messages/messages.table.ts";
import { payments } from "../payments/payments.table.ts";
import { reviewMarks, reviews } from "../reviews/reviews.table.ts";
import { nameDevice } from "./device.ts";

const batch = 500;

interface Batch {
  rows: object[];
  /** The id to read on after; none when this was the last batch. */
  next: string | undefined;
}

type ReadAfter = (context: Context, actor: Actor, last: string | undefined) => Promise<Batch>;

/** One page of a query whose rows carry the id that it is ordered by. */
function page<Row extends { id: string }>(
  id: PgColumn,
  select: (
    context: Context,
    actor: Actor,
    onward: { after: SQL | undefined; order: SQL; batch: number },
  ) => Promise<Row[]>,
  show: (row: Row) => object = (row) => row,
): ReadAfter {
  return async (context, actor, last) => {
    const after = last === undefined ? undefined : gt(id, last);
    const rows = await select(context, actor, { after, order: asc(id), batch });
    return {
      rows: rows.map(show),
      next: rows.length < batch ? undefined : rows.at(-1)?.id,
    };
  };
}

/** Whoever has no profile has none of its rows either. */
const profileOf = (actor: Actor): string => actor.profile?.id ?? "";

// What is derived for searching is no data of the person's.
const { searchTitle: _t, searchTopics: _s, ...courseColumns } = getTableColumns(courses);
// The request at the provider repeats the rest.
const { checkoutRequest: _r, checkoutUrl: _u, ...paymentColumns } = getTableColumns(payments);

export const exportedLists: Record<string, ReadAfter> = {
  courses: page(
    courses.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select(courseColumns)
        .from(courses)
        .where(and(eq(courses.teacherId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ priceCents, discountPriceCents, ...course }) => ({
      ...course,
      price: toDollars(priceCents),
      discountPrice: discountPriceCents === null ? null : toDollars(discountPriceCents),
    }),
  ),
  enrollments: page(
    enrolments.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select({ ...getTableColumns(enrolments), courseTitle: courses.title })
        .from(enrolments)
        .innerJoin(courses, eq(courses.id, enrolments.courseId))
        .where(and(eq(enrolments.studentId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ amountCents, feeCents: _fee, ...enrolment }) => ({
      ...enrolment,
      amount: toDollars(amountCents),
    }),
  ),
  waitingLists: page(waitingPlaces.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({ ...getTableColumns(waitingPlaces), courseTitle: courses.title })
      .from(waitingPlaces)
      .innerJoin(courses, eq(courses.id, waitingPlaces.courseId))
      .where(and(eq(waitingPlaces.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  payments: page(
    payments.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select(paymentColumns)
        .from(payments)
        .innerJoin(enrolments, eq(enrolments.id, payments.enrolmentId))
        .where(and(eq(enrolments.studentId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ amountCents, feeCents: _fee, ...payment }) => ({
      ...payment,
      amount: toDollars(amountCents),
    }),
  ),
  meetings: page(meetings.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(meetings)
      .where(and(eq(meetings.teacherId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  attendances: page(attendances.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        ...getTableColumns(attendances),
        topic: meetings.topic,
        courseId: meetings.courseId,
        startTime: meetings.startTime,
      })
      .from(attendances)
      .innerJoin(meetings, eq(meetings.id, attendances.meetingId))
      .where(and(eq(attendances.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** What was written in conversations; what others wrote is theirs. */
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
  comments: page(comments.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: comments.id,
        courseId: comments.courseId,
        courseTitle: courses.title,
        content: comments.content,
        createdAt: comments.createdAt,
        hiddenAt: comments.hiddenAt,
      })
      .from(comments)
      .innerJoin(courses, eq(courses.id, comments.courseId))
      .where(and(eq(comments.authorId, profileOf(actor)), after))
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
    (session) => ({ ...session, device: nameDevice(session.userAgent) }),
  ),
};
