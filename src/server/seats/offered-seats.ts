/** The seats that a student is offered from waiting lists. */
import { and, asc, eq, gt } from "drizzle-orm";
import { type Actor, requireProfile } from "../actor.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";

export interface OfferedSeat {
  courseId: string;
  title: string;
  /** When the offer ends. */
  until: Date;
}

/** The actor's open offers, with the one that ends first at the top. */
export async function listOfferedSeats(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<OfferedSeat[]> {
  const { profile } = requireProfile(actor);
  const places = await db
    .select({
      courseId: waitingPlaces.courseId,
      title: courses.title,
      until: waitingPlaces.offerExpiresAt,
    })
    .from(waitingPlaces)
    .innerJoin(courses, eq(courses.id, waitingPlaces.courseId))
    .where(
      and(
        eq(waitingPlaces.studentId, profile.id),
        isPublic,
        eq(waitingPlaces.status, "offered"),
        gt(waitingPlaces.offerExpiresAt, new Date()),
      ),
    )
    .orderBy(asc(waitingPlaces.offerExpiresAt));
  return places.flatMap(({ until, ...place }) => (until ? { ...place, until } : []));
}
