/** The shapes of enrolments for /api/openapi.json. */
import * as z from "zod/mini";
import type { EnrolmentView } from "./enrolments.ts";

const text = z.string();

export const checkoutData = z.object({ checkoutUrl: text });

export const enrolmentData: z.ZodMiniType<EnrolmentView> = z.object({
  _id: text,
  courseId: text,
  studentId: text,
  status: z.enum(["enrolled", "refunded"]),
  amount: z.number(),
  enrolledAt: z.nullable(text),
  endedAt: z.nullable(text),
});

export const enrolmentsData = z.array(enrolmentData);

export const leavingData = z.object({ refunded: z.boolean() });
