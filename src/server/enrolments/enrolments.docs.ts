/** The shapes of enrolments for /api/openapi.json. */
import * as z from "zod/mini";
import type { OwnStudentList } from "#lib/enrolments/own-students.ts";
import { pageFiguresData } from "../catalog/course.docs.ts";
import type { EnrolmentView } from "./enrolments.ts";
import type { SeatView } from "./seat.ts";

const text = z.string();

export const checkoutData = z.object({ checkoutUrl: text });

export const enrolmentData: z.ZodMiniType<EnrolmentView> = z.object({
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

export const enrolmentsData = z.array(enrolmentData);

export const leavingData = z.object({ refunded: z.boolean() });

export const ownStudentsData: z.ZodMiniType<OwnStudentList> = z.object({
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
