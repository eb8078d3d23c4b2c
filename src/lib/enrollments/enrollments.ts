/**
 * Enrollments: seats in a course, from the hold during checkout to the paid seat. The input schema
 * is in enroll-input.ts, so that visitors' browsers don't load it.
 */
import { getTexts } from "#translations/enrollments.ts";
import { maxCourses } from "../courses/courses.rules.ts";
import { guardianAge, isChild } from "../people/people.options.ts";

const t = getTexts("enrollments");

/**
 * held: reserved during the checkout; enrolled: paid or free; expired: the checkout ended without
 * payment; refunded: ended with a refund; left: ended by the student without a right to a refund.
 * The last three are final, except that students can undo leaving a free course for a few minutes.
 */
export const enrollmentStatuses = ["held", "enrolled", "expired", "refunded", "left"] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

/** For how many minutes students can undo leaving a free course. */
export const undoLeavingMinutes = 10;

/**
 * Whether the student must add a parent or guardian before paying. This is required for children.
 */
export function needsGuardian(student: {
  age: number | null;
  parentGuardianName: string | null;
  parentGuardianContact: string | null;
}): boolean {
  return isChild(student.age) && !(student.parentGuardianName && student.parentGuardianContact);
}

/** Results of a checkout, in the query of the course page (`?payment=success`). */
export const checkoutResults = [
  "success",
  "pending",
  "cancelled",
  "released",
  "refunded",
  "closed",
] as const;
export type CheckoutResult = (typeof checkoutResults)[number];

/**
 * The message that the course page should show, from `payment` or `enrolled` in its query. `offered`
 * and `offeredUnconfirmed`: the checkout was canceled, and the seat is still offered to the student
 * from the waiting list; in the second case, the provider hasn't confirmed the cancellation yet.
 */
export type EnrollNote = CheckoutResult | "enrolled" | "offered" | "offeredUnconfirmed";

/**
 * Returns the message if it still applies. The URL may be opened much later or by someone else, and
 * visitors who aren't logged in see no message.
 * @param isEnrolled whether the viewer is enrolled now; undefined if nobody is logged in.
 */
export function findCurrentNote(
  note: EnrollNote | undefined,
  isEnrolled: boolean | undefined,
): EnrollNote | undefined {
  if (isEnrolled === undefined || note === undefined) return undefined;
  if (!isEnrolled) return tellsOfSeat(note) ? undefined : note;
  if (note === "pending") return "success";
  return tellsOfSeat(note) ? note : undefined;
}

/** Whether the note tells a new student that the seat is theirs. */
export const tellsOfSeat = (note: EnrollNote): boolean => note === "success" || note === "enrolled";

/** The course page to which the checkout redirects. */
export function checkoutResultPath(courseId: string, result: CheckoutResult): string {
  return `/courses/${courseId}?payment=${result}`;
}

/** The course page for someone who has just enrolled in a free course. */
export function enrolledPath(courseId: string): string {
  return `/courses/${courseId}?enrolled=1`;
}

/** The field of the error if the course isn't meant for the student's age. */
export const outsideAudience = "outsideAudience";

/** The field of the error if a refund that the page showed for leaving is no longer due. */
export const seenRefunds = "seen.refunds";

/** Messages about enrolling. The English texts are fixed by the specification. */
export const enrollMessages = {
  get teacher() {
    return t("server.teacher");
  },
  get noProfile() {
    return t("error.noProfile");
  },
  get unauthenticated() {
    return t("error.unauthenticated");
  },
  get enrolled() {
    return t("enrolled");
  },
  get otherStudent() {
    return t("server.otherStudent");
  },
  get guardian() {
    return t("server.guardian", { age: guardianAge });
  },
  get notEnrolled() {
    return t("server.notEnrolled");
  },
  get full() {
    return t("full");
  },
  get changed() {
    return t("server.changed");
  },
  get over() {
    return t("over");
  },
  get noClasses() {
    return t("error.noClasses");
  },
  get tooManyCourses() {
    return t("server.tooManyCourses", { count: maxCourses });
  },
  get tooManyHolds() {
    return t("server.tooManyHolds");
  },
  get tooManyCheckouts() {
    return t("server.tooManyCheckouts");
  },
  get heldTooLong() {
    return t("server.heldTooLong");
  },
  get notPayable() {
    return t("error.notPayable");
  },
  get unavailable() {
    return t("error.unavailable");
  },
};
