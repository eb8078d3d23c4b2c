/**
 * Offers available seats to the students on the waiting list, in the order in which they joined.
 */
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { findOfferEnd } from "#lib/seats/offer-end.ts";
import { unusedOfferDays } from "#lib/seats/waiting-list.ts";
import { isOpenForEnrollment } from "../catalog/open-for-enrollment.ts";
import { countTakenSeats } from "../catalog/taken-seats.ts";
import { hasClassesToSell } from "../classes/sold/sold-classes.ts";
import { syncClasses } from "../classes/sync-classes.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../db/tables/people.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { expireOverdueHolds } from "./expire-holds.ts";
import type { Course } from "./seat-rows.ts";
import { mailOfferExpired, mailSeatOffered, mailWaitingListClosed } from "./waiting-list.mails.ts";

export type WaitingPlace = typeof waitingPlaces.$inferSelect;

const hour = 60 * 60 * 1000;

export const waitingListJob = "waiting-list";

export const openPlaces = inArray(waitingPlaces.status, ["waiting", "offered"]);

/**
 * The middle of an offer, when its student is reminded. Offers from before their start was recorded
 * lasted two hours.
 */
export const halfOfOffer = sql`${waitingPlaces.offerExpiresAt} - (${waitingPlaces.offerExpiresAt}
  - coalesce(${waitingPlaces.offeredAt}, ${waitingPlaces.offerExpiresAt} - interval '2 hours')) / 2`;

/**
 * How many students get an offer before the student of a waiting place, plus one. Needs the table in
 * the query's `from`.
 */
export const positionInLine = sql<number>`(
  select count(*)::integer + 1 from ${waitingPlaces} earlier
  where earlier.course_id = ${waitingPlaces}.course_id and earlier.status = 'waiting'
    and earlier.number < ${waitingPlaces}.number
)`;

/** The condition for the open place of a student in a course. */
export const isPlaceOf = (studentId: string, courseId: string) =>
  and(eq(waitingPlaces.courseId, courseId), eq(waitingPlaces.studentId, studentId), openPlaces);

/** The student's place in line, or the offer that resulted from it. */
export async function findOpenPlace(
  db: Db,
  studentId: string,
  courseId: string,
): Promise<WaitingPlace | undefined> {
  const [place] = await db.select().from(waitingPlaces).where(isPlaceOf(studentId, courseId));
  return place;
}

/** Whether a seat is reserved for the student by an offer. */
export async function hasOffer(db: Db, studentId: string, courseId: string): Promise<boolean> {
  const place = await findOpenPlace(db, studentId, courseId);
  return place?.status === "offered";
}

/**
 * Expires overdue holds and offers, and offers every available seat to the next student. Closes the
 * waiting list of a course that no longer accepts students. The course must be locked. Call this
 * whenever a seat becomes available, and before giving one to anyone.
 */
export async function offerFreedSeats(context: Context, tx: Db, course: Course): Promise<void> {
  const now = new Date();
  await expireOverdueHolds(tx, course.id, now);
  // An archived course without students has no upcoming classes either.
  if (course.status === "archived") await syncClasses(context, tx, course.id);
  const places = await tx
    .select()
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.courseId, course.id), openPlaces))
    .orderBy(asc(waitingPlaces.number));
  if (places.length === 0) return;
  // People keep their place in line while the course is hidden by staff.
  if (course.hiddenAt !== null && course.status === "published") return;
  if (!(await isOpenForEnrollment(tx, course, now))) {
    await endPlaces(tx, places, "closed", now);
    for (const place of places) await mailWaitingListClosed(context, tx, place, course);
    return;
  }
  // They also keep their place until the teacher adds classes, because an offer couldn't be used
  // yet.
  if (!(await hasClassesToSell(tx, course, now))) return;
  const over = places.flatMap(({ id, studentId, offerExpiresAt }) =>
    offerExpiresAt !== null && offerExpiresAt <= now ? [{ id, studentId, offerExpiresAt }] : [],
  );
  await endPlaces(tx, over, "lapsed", now);
  for (const place of over) await mailOfferExpired(context, tx, place, course);
  const free = Math.max(0, course.maxStudents - (await countTakenSeats(tx, course.id)));
  const next = places.filter(({ status }) => status === "waiting").slice(0, free);
  for (const place of next) await offer(context, tx, place, course, now);
}

/**
 * Queues a job that offers seats after the commit: in one course or, without an ID, in all courses.
 */
export async function queueSeatOffers(context: Context, tx: Db, courseId?: string): Promise<void> {
  await context.jobs.send(tx, waitingListJob, courseId === undefined ? {} : { courseId });
}

/** Closes the student's place in line once the student is enrolled. */
export async function closeTakenPlace(
  tx: Db,
  { studentId, courseId }: { studentId: string; courseId: string },
): Promise<void> {
  await tx
    .update(waitingPlaces)
    .set({ status: "taken", endedAt: new Date() })
    .where(isPlaceOf(studentId, courseId));
}

async function offer(
  context: Context,
  tx: Db,
  place: WaitingPlace,
  course: Course,
  now: Date,
): Promise<void> {
  const offerExpiresAt = findOfferEnd(now, await findTimeZone(tx, place.studentId));
  const offered = await tx
    .update(waitingPlaces)
    .set({ status: "offered", offeredAt: now, offerExpiresAt })
    .where(and(eq(waitingPlaces.id, place.id), eq(waitingPlaces.status, "waiting")))
    .returning({ id: waitingPlaces.id });
  if (offered.length === 0) return;
  await mailSeatOffered(context, tx, { studentId: place.studentId, offerExpiresAt }, course);
  const startAfter = offerExpiresAt;
  await context.jobs.send(tx, waitingListJob, { courseId: course.id }, { startAfter });
}

async function findTimeZone(tx: Db, studentId: string): Promise<string> {
  const [student] = await tx
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, studentId));
  return student?.timeZone ?? "UTC";
}

async function endPlaces(
  tx: Db,
  places: readonly Pick<WaitingPlace, "id">[],
  status: "lapsed" | "closed",
  now: Date,
): Promise<void> {
  if (places.length === 0) return;
  const ids = places.map(({ id }) => id);
  await tx
    .update(waitingPlaces)
    .set({ status, endedAt: now })
    .where(inArray(waitingPlaces.id, ids));
}

/**
 * How many offers of the course the student recently let expire, or declined so late (in their
 * second half) that others had to wait. Several accounts could otherwise keep a seat from everyone else without paying.
 */
export async function countUnusedOffers(
  tx: Db,
  studentId: string,
  courseId: string,
): Promise<number> {
  const since = new Date(Date.now() - unusedOfferDays * 24 * hour);
  return tx.$count(
    waitingPlaces,
    and(
      eq(waitingPlaces.courseId, courseId),
      eq(waitingPlaces.studentId, studentId),
      inArray(waitingPlaces.status, ["lapsed", "left"]),
      gt(waitingPlaces.endedAt, since),
      sql`${waitingPlaces.endedAt} > ${halfOfOffer}`,
    ),
  );
}

/** The number of the next student who joins the waiting list. */
export async function nextNumber(tx: Db, courseId: string): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${waitingPlaces.number}), 0)::integer` })
    .from(waitingPlaces)
    .where(eq(waitingPlaces.courseId, courseId));
  return (row?.last ?? 0) + 1;
}
