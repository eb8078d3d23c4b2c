/** The waiting lists that a student is on, and the seats that the student is offered from them. */
import { and, asc, eq, gt, or } from "drizzle-orm";
import { type Actor, requireProfile } from "../actor.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { positionInLine } from "./waiting-list.ts";

interface OfCourse {
  courseId: string;
  title: string;
}

export interface OfferedSeat extends OfCourse {
  /** When the offer ends. */
  until: Date;
}

export interface PlaceInLine extends OfCourse {
  /** 1 for the student who gets the next offer. */
  position: number;
}

export interface OwnWaitingPlaces {
  /** Open offers, with the one that ends first at the top. */
  offers: OfferedSeat[];
  /** In the order in which the student joined the lists. */
  inLine: PlaceInLine[];
}

/** The actor's open places on the waiting lists of public courses. */
export async function listOwnWaitingPlaces(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<OwnWaitingPlaces> {
  const { profile } = requireProfile(actor);
  const isOffered = and(
    eq(waitingPlaces.status, "offered"),
    gt(waitingPlaces.offerExpiresAt, new Date()),
  );
  const places = await db
    .select({
      courseId: waitingPlaces.courseId,
      title: courses.title,
      until: waitingPlaces.offerExpiresAt,
      position: positionInLine,
    })
    .from(waitingPlaces)
    .innerJoin(courses, eq(courses.id, waitingPlaces.courseId))
    .where(
      and(
        eq(waitingPlaces.studentId, profile.id),
        isPublic,
        or(eq(waitingPlaces.status, "waiting"), isOffered),
      ),
    )
    .orderBy(asc(waitingPlaces.offerExpiresAt), asc(waitingPlaces.createdAt));
  return {
    offers: places.flatMap(({ courseId, title, until }) =>
      until ? [{ courseId, title, until }] : [],
    ),
    inLine: places.flatMap(({ courseId, title, until, position }) =>
      until ? [] : [{ courseId, title, position }],
    ),
  };
}
