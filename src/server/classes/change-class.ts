/** Moves or cancels one class, notifies its students, and updates its meeting and calendars. */
import { eq, sql } from "drizzle-orm";
import {
  type CancelClassInput,
  type DatedTime,
  type MoveClassInput,
  maxMoveDays,
} from "#lib/classes/classes.ts";
import { datedTime } from "#lib/classes/weekly-classes.ts";
import { AppError } from "#lib/errors.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { classes } from "../db/tables/classes.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { linkMeetings } from "../meetings/link-meetings.ts";
import { pageTags } from "../pages-tags.ts";
import { announce } from "./announcement.ts";
import { cancelMeetingsOfClasses, moveMeetingsOfClasses } from "./class-meetings.ts";
import { mailClassCanceled, mailClassMoved } from "./classes.mails.ts";
import { findClassAt } from "./find-class-at.ts";
import { lockOwnClass, requireUpcoming } from "./own-class.ts";
import { changeSoldClasses } from "./sold/removed-classes.ts";
import { updateUpcomingClasses } from "./sold/sold-classes.ts";
import { classClash } from "./sync-classes.ts";
import { requireNoTrialDuring } from "./trial-clashes.ts";

const t = getTexts("classes");

const day = 24 * 60 * 60 * 1000;

/** Each change emails all students of the course. */
const changeLimit = {
  name: "class-changes",
  points: 200,
  duration: 60 * 60,
  get message() {
    return t("server.tooManyChanges");
  },
};

/**
 * Moves a class of the acting teacher to another time, in the course's time zone. A canceled class
 * is reinstated.
 *
 * @throws AppError like `changeSoldClasses`; `not_found`; `conflict` if it has started or overlaps
 * with another class of the teacher; `invalid_input` for a time in the past or more than a year away.
 */
export async function moveClass(
  context: Context,
  actor: Actor,
  classId: string,
  input: MoveClassInput,
): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(changeLimit, teacher.profile.id);
  const courseId = await context.db
    .transaction(async (tx) => {
      await lockTeacherTimes(tx, teacher.profile.id);
      const { class: before, course } = await lockOwnClass(tx, teacher, classId);
      requireUpcoming(before);
      const time = datedTime(input.date, input, course.timeZone);
      requireSuitable(time);
      await requireFree(tx, before, time, course.timeZone);
      const isNewStart =
        before.status !== "scheduled" || before.startsAt.getTime() !== time.startsAt.getTime();
      if (!isNewStart && before.endsAt.getTime() === time.endsAt.getTime()) return course.id;
      const moved = await changeSoldClasses(context, tx, course.id, () =>
        change(tx, classId, {
          ...time,
          status: "scheduled",
          note: input.note || null,
          ...announce(before, time.startsAt, new Date()),
        }),
      );
      await requireNoTrialDuring(tx, course.id, "startTime");
      await moveMeetingsOfClasses(context, tx, [moved.id]);
      await linkMeetings(tx, course.id);
      const wasCanceled = before.status === "cancelled";
      await mailClassMoved(context, tx, course, moved, { ...before, wasCanceled });
      await updateUpcomingClasses(tx, course.id);
      return course.id;
    })
    .catch((error: unknown) => {
      if (findBrokenConstraint(error) !== classClash) throw error;
      throw refuseTime("conflict", t("server.overlapsOwn"));
    });
  await context.purgePages([pageTags.courses, pageTags.course(courseId)]);
}

/**
 * Cancels a class of the acting teacher. Idempotent.
 * @throws AppError like `changeSoldClasses`; `not_found`; `conflict` if it has started.
 */
export async function cancelClass(
  context: Context,
  actor: Actor,
  classId: string,
  input: CancelClassInput,
): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(changeLimit, teacher.profile.id);
  const courseId = await context.db.transaction(async (tx) => {
    await lockTeacherTimes(tx, teacher.profile.id);
    const { class: before, course } = await lockOwnClass(tx, teacher, classId);
    if (before.status === "cancelled") return course.id;
    requireUpcoming(before);
    const canceled = await changeSoldClasses(context, tx, course.id, () =>
      change(tx, classId, { status: "cancelled", note: input.note || null }),
    );
    await cancelMeetingsOfClasses(context, tx, [classId]);
    await mailClassCanceled(context, tx, course, canceled);
    await updateUpcomingClasses(tx, course.id);
    return course.id;
  });
  await context.purgePages([pageTags.courses, pageTags.course(courseId)]);
}

async function change(tx: Db, classId: string, values: Partial<typeof classes.$inferInsert>) {
  const [changed] = await tx
    .update(classes)
    .set({ ...values, sequence: sql`${classes.sequence} + 1`, updatedAt: new Date() })
    .where(eq(classes.id, classId))
    .returning();
  if (!changed) throw new Error("The class was not stored");
  return changed;
}

function requireSuitable({ startsAt }: DatedTime): void {
  const now = Date.now();
  if (startsAt.getTime() <= now) throw refuseTime("invalid_input", t("server.toPast"));
  if (startsAt.getTime() > now + maxMoveDays * day) {
    throw refuseTime("invalid_input", t("server.tooFar"));
  }
}

async function requireFree(
  tx: Db,
  moving: typeof classes.$inferSelect,
  time: DatedTime,
  timeZone: string,
): Promise<void> {
  const other = await findClassAt(tx, moving.teacherId, [time], { besidesClass: moving.id });
  if (!other) return;
  const message = t("server.overlapsClass", {
    course: isolatedInRtl(other.title),
    time: isolatedInRtl(formatInstant(other.startsAt.toISOString(), timeZone, Date.now())),
  });
  throw refuseTime("conflict", message);
}

function refuseTime(code: "conflict" | "invalid_input", message: string): AppError {
  return new AppError(code, message, { fields: [{ field: "startTime", message }] });
}
