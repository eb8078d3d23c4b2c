import {
  checkoutResults,
  type EnrollNote,
  findCurrentNote,
  tellsOfSeat,
} from "#lib/enrollments/enrollments.ts";
import type { Actor } from "#server/actor.ts";
import type { Context } from "#server/context.ts";
import { findEnrolledCourse, type Receipt } from "#server/learning/enrolled-course.ts";
import { findOpenClass, type OpenClass } from "#server/learning/open-class.ts";
import { hasOffer } from "#server/seats/waiting-list.ts";

export interface CheckoutNote {
  result: EnrollNote;
  /** Absent unless the viewer has just paid for the course. */
  receipt?: Receipt | undefined;
  /** The class that a new student can join now. */
  open?: OpenClass | undefined;
}

/** The messages for students to whom the seat is still offered from the waiting list. */
const whileOffered: Partial<Record<EnrollNote, EnrollNote>> = {
  cancelled: "offered",
  released: "offeredUnconfirmed",
};

/**
 * What the course page tells a viewer who returns from a checkout or has just enrolled. Undefined if
 * there is nothing to tell.
 *
 * @param query the query of the page, which names the result.
 * @param isEnrolled whether the viewer is enrolled now; undefined if nobody is logged in.
 */
export async function findCheckoutNote(
  context: Context,
  actor: Actor | undefined,
  {
    courseId,
    query,
    isEnrolled,
  }: {
    courseId: string;
    query: URLSearchParams;
    isEnrolled: boolean | undefined;
  },
): Promise<CheckoutNote | undefined> {
  const named = query.has("enrolled")
    ? "enrolled"
    : checkoutResults.find((known) => known === query.get("payment"));
  const result = findCurrentNote(named, isEnrolled);
  if (!result) return undefined;
  if (!actor) return { result };
  const { profile } = actor;
  const offered = whileOffered[result];
  if (offered && profile && (await hasOffer(context.db, profile.id, courseId))) {
    return { result: offered };
  }
  if (!tellsOfSeat(result)) return { result };
  const { receipt, classes } = await findEnrolledCourse(context, actor, courseId);
  return { result, receipt, open: findOpenClass(classes, new Date()) };
}
