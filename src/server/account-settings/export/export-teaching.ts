/** A teacher's teaching data in an export. */
import { and, eq, getTableColumns } from "drizzle-orm";
import { recordingPath } from "#lib/introductions/introductions.rules.ts";
import { toDollars } from "#lib/payments/money.ts";
import { isTeacherOf } from "../../course-members/membership.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { introductions } from "../../db/tables/introductions.table.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { quizVersions, quizzes } from "../../db/tables/quizzes.table.ts";
import { page, profileOf, type ReadAfter } from "./export-page.ts";

// Columns derived for search aren't personal data.
const { searchTitle: _t, searchTopics: _s, ...courseColumns } = getTableColumns(courses);

export const teachingLists = {
  courses: page(
    courses.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select(courseColumns)
        .from(courses)
        .where(and(isTeacherOf(profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ priceCents, discountPriceCents, ...course }) => ({
      ...course,
      price: toDollars(priceCents),
      discountPrice: discountPriceCents === null ? null : toDollars(discountPriceCents),
    }),
  ),
  /** The recording itself is at its URL. */
  introductions: page(
    introductions.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select()
        .from(introductions)
        .where(and(eq(introductions.teacherId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ key, ...introduction }) => ({
      ...introduction,
      ...(key !== null && { url: recordingPath(introduction.id) }),
    }),
  ),
  meetings: page(
    meetings.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select()
        .from(meetings)
        .where(and(eq(meetings.teacherId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    // The export keeps the field names from when Zoom was the only meeting service.
    ({ providerMeetingId: zoomMeetingId, providerJoinUrl: zoomJoinUrl, ...meeting }) => ({
      ...meeting,
      zoomMeetingId,
      zoomJoinUrl,
    }),
  ),
  classes: page(classes.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(classes)
      .where(and(eq(classes.teacherId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** The questions of all versions. */
  quizzes: page(quizVersions.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        ...getTableColumns(quizVersions),
        title: quizzes.title,
        courseId: quizzes.courseId,
        removedAt: quizzes.removedAt,
      })
      .from(quizVersions)
      .innerJoin(quizzes, eq(quizzes.id, quizVersions.quizId))
      .innerJoin(courses, eq(courses.id, quizzes.courseId))
      .where(and(isTeacherOf(profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
} satisfies Record<string, ReadAfter>;
