/** Responses about enrollments, seats and a teacher's students. */
import * as z from "zod/mini";
import { pageFigures } from "../paging/paging.responses.ts";

export const checkoutSchema = z.object({
  /** The URL of the checkout, or of the next page if the course is free. */
  checkoutUrl: z.string(),
});

export const enrollmentSchema = z.object({
  _id: z.string(),
  courseId: z.string(),
  studentId: z.string(),
  status: z.enum(["enrolled", "refunded"]),
  /** In dollars. */
  amount: z.number(),
  /** The refunded part of the amount, in dollars. */
  refunded: z.number(),
  /** Instants are ISO 8601 strings in UTC. */
  enrolledAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type EnrollmentView = z.output<typeof enrollmentSchema>;

export const enrollmentsSchema = z.array(enrollmentSchema);

/** The student's status in a course. Instants are ISO 8601 strings in UTC. */
export const seatSchema = z.object({
  courseId: z.string(),
  /** held: reserved by the student's open checkout. */
  status: z.enum(["none", "held", "enrolled"]),
  holdExpiresAt: z.nullable(z.string()),
  /** Seats that are neither taken nor held. */
  seatsLeft: z.int(),
  /** The length of the waiting list. */
  waitingCount: z.int(),
  /** Whether the course is free or its teacher can currently accept payments. */
  payable: z.boolean(),
  /**
   * When the right to leave with a refund ends, if the 14 days are counted from an earlier
   * enrollment that the student left with a refund.
   */
  refundsUntil: z.nullable(z.string()),
  /** The student's entry on the waiting list; null if there is none. */
  waiting: z.nullable(
    z.object({
      /** 1 is next in line; 0 if a seat is held for the student. */
      position: z.int(),
      /** When the hold for the student expires. */
      offerExpiresAt: z.nullable(z.string()),
    }),
  ),
});
export type SeatView = z.output<typeof seatSchema>;

export const leavingSchema = z.object({
  /** Whether the payment will be refunded. */
  refunded: z.boolean(),
  /** The amount that will be refunded, in dollars. */
  amount: z.number(),
  /** The receipt of the payment; null if the seat was free. */
  receipt: z.nullable(z.object({ _id: z.string(), number: z.string() })),
});
export type LeavingView = z.output<typeof leavingSchema>;

const classProgress = z.object({ done: z.int(), total: z.int() });
export type ClassProgress = z.output<typeof classProgress>;

/** One enrollment. A student of two courses has two rows. */
const teacherStudent = z.object({
  enrollmentId: z.string(),
  student: z.object({
    _id: z.string(),
    name: z.string(),
    profileImageUrl: z.optional(z.string()),
  }),
  course: z.object({ _id: z.string(), title: z.string() }),
  progress: classProgress,
  /** ISO 8601 instant. */
  joinedAt: z.string(),
  /** The paid amount, in dollars. */
  amount: z.number(),
  /** The amount that can still be refunded, in dollars. */
  refundable: z.number(),
});
export type TeacherStudentRow = z.output<typeof teacherStudent>;

export const teacherStudentsSchema = z.object({
  students: z.array(teacherStudent),
  ...pageFigures,
});
export type TeacherStudentList = z.output<typeof teacherStudentsSchema>;
