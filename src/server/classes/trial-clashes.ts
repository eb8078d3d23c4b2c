/** Detects booked trial lessons that overlap with a teacher's classes. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError } from "#lib/errors.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";

const t = getTexts("classes");

const teachers = alias(profiles, "teacher");

/**
 * Rejects classes of a course that overlap with a booked trial lesson of its teacher.
 * @param field the form field of the error.
 * @throws AppError `conflict`, which names the student and the time in the teacher's time zone.
 */
export async function requireNoTrialDuring(
  tx: Db,
  courseId: string,
  field: "schedule" | "startTime",
): Promise<void> {
  const [lesson] = await tx
    .select({ startsAt: trialLessons.startsAt, student: profiles.name, zone: teachers.timeZone })
    .from(trialLessons)
    .innerJoin(profiles, eq(profiles.id, trialLessons.studentId))
    .innerJoin(teachers, eq(teachers.id, trialLessons.teacherId))
    .innerJoin(
      classes,
      and(
        eq(classes.teacherId, trialLessons.teacherId),
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        sql`${classes.startsAt} < ${trialLessons.endsAt}`,
        sql`${classes.endsAt} > ${trialLessons.startsAt}`,
      ),
    )
    .where(and(eq(trialLessons.status, "booked"), gt(trialLessons.endsAt, new Date())))
    .orderBy(asc(trialLessons.startsAt))
    .limit(1);
  if (!lesson) return;
  const message = t("server.overlapsTrial", {
    student: isolatedInRtl(lesson.student),
    time: isolatedInRtl(formatInstant(lesson.startsAt.toISOString(), lesson.zone, Date.now())),
  });
  throw new AppError("conflict", message, { fields: [{ field, message }] });
}
