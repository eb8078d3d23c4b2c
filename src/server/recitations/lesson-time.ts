/** Determines the time of a lesson. */
import { and, desc, eq, gte, lt, lte } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { AppError } from "#lib/errors.ts";
import { recitationLimits } from "#lib/recitations/recitations.rules.ts";
import { recitationMessages } from "#lib/recitations/recitations.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import type { Seat } from "./seat.ts";

const refuse = (message: string) =>
  new AppError("invalid_input", message, { fields: [{ field: "date", message }] });

/** How far the clock of a teacher's device may be ahead of the server's, in milliseconds. */
const maxLead = 5 * 60_000;

/**
 * When the student recited, if the teacher's device recorded it. If the teacher only enters the
 * day, it is the start of the course's latest class that has begun on that day. Without a class, it
 * is the current time for today, and noon for past days. Because an instant is stored, everyone
 * sees the lesson on the same day as the class.
 * @param date YYYY-MM-DD, in the teacher's time zone.
 * @param heardAt the time by the device's clock, which is ignored if it isn't on that day.
 * @throws AppError `invalid_input` for future days and for those too long ago.
 */
export async function findLessonTime(
  db: Db,
  { courseId, timeZone }: Pick<Seat, "courseId" | "timeZone">,
  date: string,
  heardAt?: string,
): Promise<Date> {
  const now = Temporal.Now.instant();
  const day = Temporal.PlainDate.from(date);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const age = day.until(today, { largestUnit: "days" }).days;
  if (age < 0) throw refuse(recitationMessages.future);
  if (age > recitationLimits.days) throw refuse(recitationMessages.tooOld);
  const heard = heardAt === undefined ? undefined : Temporal.Instant.from(heardAt);
  if (heard?.toZonedDateTimeISO(timeZone).toPlainDate().equals(day)) {
    const ahead = heard.epochMilliseconds - now.epochMilliseconds;
    if (ahead <= maxLead) return new Date(heard.epochMilliseconds - Math.max(0, ahead));
  }
  const startOf = (each: Temporal.PlainDate) =>
    new Date(each.toZonedDateTime(timeZone).epochMilliseconds);
  const [held] = await db
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gte(classes.startsAt, startOf(day)),
        lt(classes.startsAt, startOf(day.add({ days: 1 }))),
        lte(classes.startsAt, new Date(now.epochMilliseconds)),
      ),
    )
    .orderBy(desc(classes.startsAt))
    .limit(1);
  if (held) return held.startsAt;
  if (age === 0) return new Date(now.epochMilliseconds);
  return new Date(day.toZonedDateTime({ timeZone, plainTime: "12:00" }).epochMilliseconds);
}
