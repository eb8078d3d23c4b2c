/**
 * Enrolments: a seat in a course, from the held seat of an open checkout to the paid one. What is
 * sent to ask for one stands in enrol-input.ts, apart from what every visitor's browser loads.
 */

/**
 * held: the seat waits for its checkout; enrolled: paid or free; expired: the checkout ended
 * unpaid; refunded: given back with what was paid; left: given back by the student, who had no
 * claim to the money any more. The last three are final.
 */
export const enrolmentStatuses = ["held", "enrolled", "expired", "refunded", "left"] as const;
export type EnrolmentStatus = (typeof enrolmentStatuses)[number];

/** How long a held seat waits for its payment, in minutes; the checkout session lasts as long. */
export const holdMinutes = 30;

/**
 * Seconds within which the provider must have begun the checkout: it counts the half hour from
 * then on and takes no shorter one.
 */
export const checkoutStartSeconds = 30;

/**
 * How long a hold may outlast its checkout while nobody knows whether it was paid. Then the seat is
 * released; a payment that turns up later gets it if it is still free, and else a full refund.
 */
export const holdGraceMinutes = 15;

/** Students younger than this need a parent or guardian on file before they pay. */
export const guardianAge = 13;

/** Whether a student must name a parent or guardian first; those who give no age need not. */
export function needsGuardian(student: {
  age: number | null;
  parentGuardianName: string | null;
  parentGuardianContact: string | null;
}): boolean {
  if (student.age === null || student.age >= guardianAge) return false;
  return !student.parentGuardianName || !student.parentGuardianContact;
}

/** Where a student adds what is missing, and comes back from to a local path. */
export function completeProfilePath(returnTo: string): string {
  return `/dashboard?${new URLSearchParams({ tab: "settings", edit: "profile", returnTo })}`;
}

/** How a checkout ended, as the course page is told in its query (`?payment=success`). */
export const checkoutResults = [
  "success",
  "pending",
  "cancelled",
  "released",
  "refunded",
  "closed",
] as const;
export type CheckoutResult = (typeof checkoutResults)[number];

/** What the course page is asked to say of an enrollment, by `payment` or `enrolled` in its query. */
export type EnrolNote = CheckoutResult | "enrolled";

/**
 * What is still true of a note whose address may be opened again much later.
 * @param isEnrolled whether the viewer is enrolled by now; undefined when nobody is signed in.
 */
export function findCurrentNote(
  note: EnrolNote | undefined,
  isEnrolled: boolean | undefined,
): EnrolNote | undefined {
  if (isEnrolled === undefined || note === undefined) return note;
  const tellsOfSeat = note === "success" || note === "enrolled";
  if (!isEnrolled) return tellsOfSeat ? undefined : note;
  if (note === "pending") return "success";
  return tellsOfSeat ? note : undefined;
}

/** The course page to which a checkout leads back. */
export function checkoutResultPath(courseId: string, result: CheckoutResult): string {
  return `/courses/${courseId}?payment=${result}`;
}

/** The course page for someone who has just enrolled in a free course. */
export function enrolledPath(courseId: string): string {
  return `/courses/${courseId}?enrolled=1`;
}

/** The specification's words for what enrolling can meet. */
export const enrolMessages = {
  teacher: "Teachers cannot enroll in courses. Please use a student account.",
  noProfile: "Student profile not found. Please complete your profile first.",
  unauthenticated: "Authentication required to enroll",
  enrolled: "You are enrolled in this course",
  otherStudent: "You can only enroll yourself.",
  noCourse: "Course not found",
  guardian:
    "Students under 13 need a parent or guardian's name and contact. Please add them to your profile first.",
  notEnrolled: "You are not enrolled in this course.",
  full: "This course is full",
  over: "This course has ended",
  tooManyHolds:
    "You have 3 checkouts that aren't paid yet. Please finish or cancel one of them first.",
  tooManyCheckouts: "You have opened very many checkouts. Please try again in an hour.",
  heldTooLong:
    "This is the last seat, and you have already held it for an hour without paying. Please try again in a few hours.",
  notPayable: "This course can't take payments at the moment. Please try again later.",
  unavailable: "Failed to enroll in course. Please try again later.",
} as const;
