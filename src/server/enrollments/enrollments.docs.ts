/** The shapes of enrollments for /api/openapi.json. */
import * as z from "zod/mini";
import type { TeacherStudentList } from "#lib/enrollments/teacher-students.ts";
import { pageFiguresData } from "../catalog/course.docs.ts";
import type { EnrollmentView } from "./enrollments.ts";
import type { SeatView } from "./seat.ts";

const text = z.string();

export const checkoutData = z.object({ checkoutUrl: text });

export const enrollmentData: z.ZodMiniType<EnrollmentView> = z.object({
  _id: text,
  courseId: text,
  studentId: text,
  status: z.enum(["enrolled", "refunded"]),
  amount: z.number(),
  refunded: z.number(),
  enrolledAt: z.nullable(text),
  endedAt: z.nullable(text),
});

export const seatData: z.ZodMiniType<SeatView> = z.object({
  courseId: text,
  status: z.enum(["none", "held", "enrolled"]),
  holdExpiresAt: z.nullable(text),
  seatsLeft: z.int(),
  waitingCount: z.int(),
  payable: z.boolean(),
  waiting: z.nullable(z.object({ position: z.int(), offerExpiresAt: z.nullable(text) })),
});

export const enrollmentsData = z.array(enrollmentData);

export const leavingData = z.object({ refunded: z.boolean() });

export const teacherStudentsData: z.ZodMiniType<TeacherStudentList> = z.object({
  students: z.array(
    z.object({
      enrollmentId: text,
      student: z.object({ _id: text, name: text, profileImageUrl: z.optional(text) }),
      course: z.object({ _id: text, title: text }),
      progress: z.object({ done: z.int(), total: z.int() }),
      joinedAt: text,
      amount: z.number(),
      refundable: z.number(),
    }),
  ),
  ...pageFiguresData,
});
