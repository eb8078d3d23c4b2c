/** The classes that belong to a seat when it is sold, and whether a course has any left. */
import { and, count, eq, gt, lte, max, min, ne, or, type SQL, sql } from "drizzle-orm";
import { checkoutSeconds } from "#lib/seats/holds.ts";
import { type PricedCourse, payableCents } from "../../catalog/payable.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import type { enrollments } from "../../db/tables/enrollments.table.ts";
import { maxDelayDays } from "./measure-seats.ts";

const day = 24 * 60 * 60 * 1000;

const minutes = sql`(extract(epoch from ${classes.endsAt} - ${classes.startsAt}) / 60)`;

/** The classes that are sold with a seat, as columns of the seat. */
export type SoldClasses = Awaited<ReturnType<typeof findSoldClasses>>;

/** The scheduled classes that end after the instant, as columns of a seat. */
export async function findSoldClasses(db: Db, courseId: string, from: Date) {
  const [sold] = await db
    .select({
      soldStart: min(classes.startsAt),
      soldEnd: max(classes.endsAt),
      soldStarts: sql`coalesce(
        array_agg(extract(epoch from ${classes.startsAt})::float8 order by ${classes.startsAt}), '{}'
      )`.mapWith((seconds: number[]) => seconds.map((each) => new Date(Math.round(each * 1000)))),
      soldClasses: count(),
      soldMinutes: sql<number>`coalesce(round(sum(${minutes})), 0)::integer`,
      soldMaxMinutes: sql<number>`coalesce(round(max(${minutes})), 0)::integer`,
    })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, from),
      ),
    );
  if (!sold) throw new Error("The classes were not counted");
  return sold;
}

/**
 * Whether a class will be left when the checkout has been completed. Otherwise, a paid seat isn't
 * sold, because its student could neither attend a class nor get a refund for a missed one.
 */
export function isWorthSelling({ soldEnd }: Pick<SoldClasses, "soldEnd">, now: Date): boolean {
  return soldEnd !== null && soldEnd.getTime() > now.getTime() + checkoutSeconds * 1000;
}

/** Whether seats can be sold. A free course may still be planning its classes. */
export async function hasClassesToSell(
  db: Db,
  course: PricedCourse & { id: string },
  now: Date,
): Promise<boolean> {
  return (
    payableCents(course) === 0 || isWorthSelling(await findSoldClasses(db, course.id, now), now)
  );
}

/**
 * For rows of `courses`: whether a paid course had classes and has none left that can be sold. The
 * catalog doesn't list such courses.
 */
export function isWithoutClasses(now: Date): SQL<boolean> {
  const end = new Date(now.getTime() + checkoutSeconds * 1000).toISOString();
  const isScheduled = sql`class.status = 'scheduled' and class.ends_at > ${end}::timestamptz`;
  return sql<boolean>`(
    (case when ${courses.hasDiscount} then ${courses.discountPriceCents} else ${courses.priceCents} end) > 0
    and exists (select from ${classes} class where class.course_id = ${courses.id})
    and not exists (
      select from ${classes} class where class.course_id = ${courses.id} and ${isScheduled}
    )
  )`;
}

/** For rows of `courses`: the start of the next scheduled class. */
export function findNextStart(now: Date): SQL<Date | null> {
  return sql<Date | null>`(
    select min(class.starts_at) from ${classes} class
    where class.course_id = ${courses.id} and class.status = 'scheduled'
      and class.starts_at > ${now.toISOString()}::timestamptz
  )`;
}

/**
 * Updates the next class of a course and whether it lacks classes, after a change of its classes or
 * its price.
 */
export async function updateUpcomingClasses(tx: Db, courseId: string): Promise<void> {
  const now = new Date();
  const lacksClasses = isWithoutClasses(now);
  const nextClassAt = findNextStart(now);
  await tx
    .update(courses)
    .set({ lacksClasses, nextClassAt })
    .where(
      and(
        eq(courses.id, courseId),
        or(
          ne(courses.lacksClasses, lacksClasses),
          sql`${courses.nextClassAt} is distinct from ${nextClassAt}`,
        ),
      ),
    );
}

/** `hasClassesToSell` for the ID of a course. */
export async function canSellSeats(db: Db, courseId: string): Promise<boolean> {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
  return course !== undefined && hasClassesToSell(db, course, new Date());
}

/** Whether a class that the seat was sold with, or its replacement, hadn't ended at the instant. */
export async function hasClassesLeft(
  tx: Db,
  { courseId, soldEnd }: Pick<typeof enrollments.$inferSelect, "courseId" | "soldEnd">,
  at: Date,
): Promise<boolean> {
  if (soldEnd === null) return false;
  const [left] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, at),
        lte(classes.endsAt, new Date(soldEnd.getTime() + maxDelayDays * day)),
      ),
    )
    .limit(1);
  return left !== undefined;
}
