/** Students ask for attention by raising a hand. Those who lead see the order. */
import { sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { raisedHands } from "../db/tables/live-pages.table.ts";
import type { LiveClass } from "./find-live-class.ts";
import { notifySql } from "./page-events.ts";

const texts = getTexts("livePages");

const notifyPresenceSql = (classId: string) =>
  notifySql(sql`${JSON.stringify({ type: "presence", classId })}`);

/** A hand that is raised already keeps its place. @throws AppError `forbidden` for the host. */
export async function raiseHand(
  { db, livePages }: Context,
  { classId, viewer, isCanceled }: LiveClass,
): Promise<void> {
  if (viewer.role === "host") throw new AppError("forbidden", texts("notStudent"));
  if (isCanceled) throw new AppError("conflict", texts("canceled"));
  await db.execute(sql`
    with raised as (
      insert into ${raisedHands} (class_id, profile_id, raised_at)
      values (${classId}, ${viewer.profileId}, ${new Date().toISOString()}::timestamptz)
      on conflict do nothing returning class_id
    ) select ${notifyPresenceSql(classId)} from raised`);
  livePages.refreshPresence(classId);
}

/**
 * Lowers the viewer's hand, or that of another person.
 * @throws AppError `forbidden` for another person's hand, unless the viewer is the host or leads.
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
