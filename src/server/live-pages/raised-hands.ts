/**
 * Students ask for attention by raising a hand. The host and the co-hosts see the hands in the
 * order in which they were raised.
 */
import { sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { raisedHands } from "../db/tables/live-pages.table.ts";
import type { LiveClass } from "./find-live-class.ts";
import { notifySql } from "./stream/page-events.ts";

const texts = getTexts("livePages");

const notifyPresenceSql = (classId: string) =>
  notifySql(sql`${JSON.stringify({ type: "presence", classId })}`);

/**
 * A hand that is already raised keeps its place. Waits for a change to the student's enrollment
 * that is already in progress, because the hands of former students are lowered only once.
 * @throws AppError `forbidden` for the host; `not_found` if the enrollment has just ended.
 */
export async function raiseHand(
  { db, livePages }: Context,
  { classId, courseId, viewer, isCanceled }: LiveClass,
): Promise<void> {
  if (viewer.role === "host") throw new AppError("forbidden", texts("notStudent"));
  if (isCanceled) throw new AppError("conflict", texts("canceled"));
  const seat = db
    .select({ studentId: enrollments.studentId })
    .from(enrollments)
    .where(isEnrollmentOf(viewer.profileId, courseId))
    .for("share");
  const { rows } = await db.execute(sql`
    with seated as (${seat.getSQL()}), raised as (
      insert into ${raisedHands} (class_id, profile_id, raised_at)
      select ${classId}, ${viewer.profileId}, ${new Date().toISOString()}::timestamptz from seated
      on conflict do nothing returning class_id
    ) select (select ${notifyPresenceSql(classId)} from raised) from seated`);
  if (rows.length === 0) throw new AppError("not_found", texts("missing"));
  livePages.refreshPresence(classId);
}

/**
 * Lowers the viewer's own hand or another person's.
 * @throws AppError `forbidden` for another person's hand, unless the viewer is the host or the
 * lead.
 */
export async function lowerHand(
  { db, livePages }: Context,
  { classId, viewer, page }: LiveClass,
  profileId: string = viewer.profileId,
): Promise<void> {
  const mayLowerOthers = viewer.role === "host" || page.lead.id === viewer.profileId;
  if (profileId !== viewer.profileId && !mayLowerOthers) {
    throw new AppError("forbidden", texts("mayNotLead"));
  }
  await db.execute(sql`
    with lowered as (
      delete from ${raisedHands} where class_id = ${classId} and profile_id = ${profileId}
      returning class_id
    ) select ${notifyPresenceSql(classId)} from lowered`);
  livePages.refreshPresence(classId);
}
