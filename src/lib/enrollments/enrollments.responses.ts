/** Responses about enrollments, seats and a teacher's students. */
import * as z from "zod/mini";
import { pageFigures } from "../paging/paging.responses.ts";

export const checkoutSchema = z.object({
  /** The checkout, or the page that follows the enrollment in a free course. */
  checkoutUrl: z.string(),
});

export const enrollmentSchema = z.object({
  _id: z.string(),
  courseId: z.string(),
  studentId: z.string(),
  status: z.enum(["enrolled", "refunded"]),
  /** Dollars. */
  amount: z.number(),
  /** How much of the amount has been refunded, in dollars. */
  refunded: z.number(),
  /** Instants in ISO 8601, UTC. */
  enrolledAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type EnrollmentView = z.output<typeof enrollmentSchema>;

export const enrollmentsSchema = z.array(enrollmentSchema);

/** The student's status in a course. Instants are ISO 8601, UTC. */
export const seatSchema = z.object({
  courseId: z.string(),
  /** held: by the student's open checkout. */
  status: z.enum(["none", "held", "enrolled"]),
  holdExpiresAt: z.nullable(z.string()),
  /** Seats that are neither taken nor held. */
  seatsLeft: z.int(),
  /** The length of the waiting list. */
  waitingCount: z.int(),
  /** Whether the course is free, or its teacher can take payments now. */
  payable: z.boolean(),
  /** The student's place on the waiting list; null if they aren't on it. */
  waiting: z.nullable(
    z.object({
      /** 1 is next; 0 once a seat is held. */
      position: z.int(),
      /** Until when a seat is held for the student. */
      offerExpiresAt: z.nullable(z.string()),
    }),
  ),
});
export type SeatView = z.output<typeof seatSchema>;

export const leavingSchema = z.object({
  /** Whether the payment is refunded. */
  refunded: z.boolean(),
});

const classProgress = z.object({ done: z.int(), total: z.int() });
export type ClassProgress = z.output<typeof classProgress>;

/** One seat: a student of two courses has two rows. */
const teacherStudent = z.object({
  enrollmentId: z.string(),
  student: z.object({
    _id: z.string(),
    name: z.string(),
    profileImageUrl: z.optional(z.string()),
  }),
  course: z.object({ _id: z.string(), title: z.string() }),
  progress: classProgress,
  /** ISO 8601. */
  joinedAt: z.string(),
  /** The payment, in dollars. */
  amount: z.number(),
  /** How much of it can still be refunded, in dollars. */
  refundable: z.number(),
});
export type TeacherStudentRow = z.output<typeof teacherStudent>;

export const teacherStudentsSchema = z.object({
  students: z.array(teacherStudent),
  ...pageFigures,
});
export type TeacherStudentList = z.output<typeof teacherStudentsSchema>;
