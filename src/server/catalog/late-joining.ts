/** What a seat costs in a course whose first classes are past. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { toDollars } from "#lib/payments/money.ts";
import { type ClassCounts, proRataCents } from "#lib/payments/pro-rata.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { findMinimumPrice } from "../settings/minimum-price.ts";
import { type PricedCourse, payableCents } from "./payable.ts";

export type { ClassCounts };

/**
 * For rows of `courses`: the number of classes by which the price is reduced. Null if the price
 * doesn't depend on them, so that they aren't counted. An ongoing class isn't past.
 */
export function proRataClasses(now: Date): SQL<ClassCounts | null> {
  return sql<ClassCounts | null>`(
    case when ${courses}.pro_rata then (
      select json_build_object(
        'left', count(*) filter (where class.ends_at > ${now.toISOString()}::timestamptz),
        'total', count(*)
      )
      from ${classes} class
      where class.course_id = ${courses}.id and class.status = 'scheduled'
    ) end
  )`;
}

/** The reduced price as the API returns it. Undefined if nothing is reduced. */
export function toLateJoining(
  course: PricedCourse,
  counts: ClassCounts | null,
  minimumCents: number,
): CourseView["lateJoining"] {
  const fullCents = payableCents(course);
  const cents = counts === null ? fullCents : proRataCents(fullCents, counts, minimumCents);
  if (counts === null || cents === fullCents) return undefined;
  return { price: toDollars(cents), classesLeft: counts.left, classes: counts.total };
}

/** The price of a seat, with the columns that record why it is less than that of the course. */
export interface SeatPrice {
  amountCents: number;
  fullCents: number | null;
  courseClasses: number | null;
}

export function findFullPrice(course: PricedCourse): SeatPrice {
  return { amountCents: payableCents(course), fullCents: null, courseClasses: null };
}

/** The price of a seat that is taken now. The course and its classes must be locked. */
export async function findSeatPrice(
  context: Pick<Context, "config">,
  tx: Db,
  course: PricedCourse & { id: string; teacherId: string },
  now: Date,
): Promise<SeatPrice> {
  const full = findFullPrice(course);
  const [row] = await tx
    .select({ counts: proRataClasses(now) })
    .from(courses)
    .where(eq(courses.id, course.id));
  if (!row?.counts) return full;
  const minimumCents = await findMinimumPrice(context, tx, course.teacherId);
  const amountCents = proRataCents(full.amountCents, row.counts, minimumCents);
  if (amountCents === full.amountCents) return full;
  return { amountCents, fullCents: full.amountCents, courseClasses: row.counts.total };
}
