import { sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { mailNewTimes } from "./classes.mails.ts";
import { syncTeacherClasses } from "./sync-classes.ts";

/**
 * A teacher's wall clock is another one now: coming classes keep their hour on it, and so take
 * place at another moment, and students are notified.
 * @throws AppError `conflict` when a class that was moved by itself would clash then.
 */
export async function applyTimeZone(context: Context, tx: Db, teacherId: string): Promise<void> {
  for (const courseId of await syncTeacherClasses(context, tx, teacherId)) {
    await mailNewTimes(context, tx, courseId);
  }
  try {
    // Otherwise the overlap would be found only at the commit, without knowing its cause.
    await tx.transaction((inner) => inner.execute(sql`set constraints all immediate`));
  } catch (error) {
    if (findBrokenConstraint(error) === undefined) throw error;
    const message =
      "In this time zone, your classes would overlap with one that you moved. Please move that class first.";
    throw new AppError("conflict", message, { fields: [{ field: "timeZone", message }] });
  }
}
