/**
 * Enrollments: seats in a course, from the hold during checkout to the paid seat. The input schema
 * is in enroll-input.ts, so that visitors' browsers don't load it.
 */
import { guardianAge, isChild } from "../people/people.options.ts";

/**
 * held: reserved during the checkout; enrolled: paid or free; expired: the checkout ended without
 * payment; refunded: ended with a refund; left: ended by the student without a right to a refund.
 * The last three are final.
 */
export const enrollmentStatuses = ["held", "enrolled", "expired", "refunded", "left"] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

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

/** The page on which students complete their profile before they return to a local path. */
export function completeProfilePath(returnTo: string): string {
  return `/dashboard?${new URLSearchParams({ tab: "settings", edit: "profile", returnTo })}`;
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

/** The message that the course page should show, from `payment` or `enrolled` in its query. */
export type EnrollNote = CheckoutResult | "enrolled";

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
  const tellsOfSeat = note === "success" || note === "enrolled";
  if (!isEnrolled) return tellsOfSeat ? undefined : note;
  if (note === "pending") return "success";
  return tellsOfSeat ? note : undefined;
}

/** The course page to which the checkout redirects. */
export function checkoutResultPath(courseId: string, result: CheckoutResult): string {
  return `/courses/${courseId}?payment=${result}`;
}

/** The course page for someone who has just enrolled in a free course. */
export function enrolledPath(courseId: string): string {
  return `/courses/${courseId}?enrolled=1`;
}

/** The field of the error if a refund that the page showed for leaving is no longer due. */
export const seenRefunds = "seen.refunds";

/** Messages about enrolling. The texts are fixed by the specification. */
export const enrollMessages = {
  teacher: "Teachers cannot enroll in courses. Please use a student account.",
  noProfile: "Student profile not found. Please complete your profile first.",
  unauthenticated: "Authentication required to enroll",
  enrolled: "You are enrolled in this course",
  otherStudent: "You can only enroll yourself.",
  guardian: `Students under ${guardianAge} need a parent or guardian's name and contact details. Please add them to your profile first.`,
  notEnrolled: "You are not enrolled in this course.",
  full: "This course is full",
  changed:
    "The price, the refund policy or the classes of this course have changed. Please reload the page and check them before you enroll.",
  over: "This course has ended",
  noClasses:
    "This course has no upcoming classes at the moment. You can enroll once its teacher adds some.",
  tooManyHolds: "You have 3 unpaid checkouts. Please complete or cancel one of them first.",
  tooManyCheckouts: "You have opened too many checkouts. Please try again in an hour.",
  heldTooLong:
    "This is the last seat, and you have already held it for an hour without paying. Please try again in a few hours.",
  notPayable: "This course can't take payments at the moment. Please try again later.",
  unavailable: "Failed to enroll in course. Please try again later.",
} as const;
