import { sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { mailNewTimes } from "./classes.mails.ts";
import { syncTeacherClasses } from "./sync-classes.ts";

const t = getTexts("classes");

/**
 * Applies a change of the teacher's time zone: upcoming classes keep their local time, so they
 * start at a different instant, and students are notified.
 * @throws AppError `conflict` if another class that was moved individually would then overlap.
 */
export async function applyTimeZone(context: Context, tx: Db, teacherId: string): Promise<void> {
  for (const courseId of await syncTeacherClasses(context, tx, teacherId)) {
    await mailNewTimes(context, tx, courseId);
  }
  try {
    // Otherwise the overlap would be detected only at the commit, where its cause is unknown.
    await tx.transaction((inner) => inner.execute(sql`set constraints all immediate`));
  } catch (error) {
    if (findBrokenConstraint(error) === undefined) throw error;
    const message = t("server.overlapsMoved");
    throw new AppError("conflict", message, { fields: [{ field: "timeZone", message }] });
  }
}
