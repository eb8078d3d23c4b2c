/** Enrolments: a seat in a course, from the held seat of an open checkout to the paid one. */
import * as z from "zod/mini";

/**
 * held: the seat waits for its checkout; enrolled: paid or free; expired: the checkout ended
 * unpaid; refunded: paid and given back. The last two are final.
 */
export const enrolmentStatuses = ["held", "enrolled", "expired", "refunded"] as const;
export type EnrolmentStatus = (typeof enrolmentStatuses)[number];

/** How long a held seat waits for its payment, in minutes; the checkout session lasts as long. */
export const holdMinutes = 30;

export const enrolInput = z.object({
  studentId: z
    .string("Student profile not found. Please complete your profile first.")
    .check(
      z.trim(),
      z.minLength(1, "Student profile not found. Please complete your profile first."),
      z.maxLength(64),
    ),
});
export type EnrolInput = z.output<typeof enrolInput>;

/** The specification's words for what enrolling can meet. */
export const enrolMessages = {
  teacher: "Teachers cannot enroll in courses. Please use a student account.",
  noProfile: "Student profile not found. Please complete your profile first.",
  unauthenticated: "Authentication required to enroll",
  enrolled: "You are enrolled in this course",
  full: "This course is full",
  unavailable: "Failed to enroll in course. Please try again later.",
} as const;
