import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { enrollInput } from "#lib/enrollments/enroll-input.ts";
import {
  checkoutSchema,
  enrollmentSchema,
  enrollmentsSchema,
  leavingSchema,
  teacherStudentsSchema,
} from "#lib/enrollments/enrollments.responses.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { leaveInput } from "#lib/enrollments/leave-input.ts";
import { teacherStudentsQuery } from "#lib/enrollments/teacher-students.ts";
import { refundInput } from "#lib/payments/refund-input.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { optionalBody } from "../http/bodies/strict-json.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import { enroll, requireEnrollingStudent } from "./enroll.ts";
import { listEnrollments, refundAsTeacher } from "./enrollments.ts";
import { leaveCourse } from "./leave.ts";
import { listTeacherStudents } from "./teacher-students.ts";
import { undoLeaving } from "./undo-leaving.ts";

const tag = "enrollments";

/** Rejects people who can't enroll before their input is validated. */
const studentsOnly = createMiddleware<AppEnv>(async (c, next) => {
  requireEnrollingStudent(c.var.actor);
  return next();
});

/** Routes under /enrollment. */
export function enrollmentRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/course/:courseId/enroll",
      documented(tag, "Enroll in a course: data.checkoutUrl is the next page", {
        description:
          "Holds a seat during the checkout. A free course enrolls the student immediately. Repeating the request while the checkout is open returns the same address.",
        bearer: true,
        data: checkoutSchema,
        successes: {
          200: "The student's open checkout",
          201: "A new checkout, or enrolled in a free course",
        },
        refusals: {
          403: "A teacher, or not the owner of the profile",
          404: "No published course",
          409: "Already enrolled, full, ended, a paid course without upcoming classes, or unconfirmed age",
          503: "The payment provider is unavailable; try again",
        },
      }),
      authenticate(context, () => enrollMessages.unauthenticated),
      studentsOnly,
      validate("json", enrollInput),
      async (c) => {
        const courseId = c.req.param("courseId");
        const started = await enroll(context, c.var.actor, courseId, c.req.valid("json"));
        const data = { checkoutUrl: started.checkoutUrl };
        return started.isNew ? created(c, data) : ok(c, data);
      },
    )
    .get(
      "/student/enrollments",
      documented(tag, "The student's confirmed enrollments, each with its courseId", {
        bearer: true,
        data: enrollmentsSchema,
        refusals: { 403: "Not a student" },
      }),
      authenticate(context),
      async (c) => ok(c, await listEnrollments(context, c.var.actor)),
    )
    .get(
      "/teacher/students",
      documented(tag, "The teacher's students, one row per seat: filtered, sorted, one page", {
        bearer: true,
        data: teacherStudentsSchema,
        refusals: { 403: "Not a teacher" },
      }),
      authenticate(context),
      teachersOnly(),
      validate("query", teacherStudentsQuery),
      async (c) => ok(c, await listTeacherStudents(context, c.var.actor, c.req.valid("query"))),
    )
    .post(
      "/course/:courseId/leave",
      documented(tag, "Leave a course: data.refunded says whether the payment is refunded", {
        description:
          "A client that has shown the student a refund sends seen.refunds = true, so that the student doesn't leave under terms that have just changed. Without it, the terms at the time of the request apply.",
        bearer: true,
        data: leavingSchema,
        refusals: {
          403: "Not a student",
          404: "Not enrolled",
          409: "The page showed a refund that is no longer due, or a bank is disputing the payment",
          503: "The refund is requested, and completed once the payment provider is available",
        },
      }),
      authenticate(context),
      optionalBody,
      validate("json", leaveInput),
      async (c) => {
        const courseId = c.req.param("courseId");
        return ok(c, await leaveCourse(context, c.var.actor, courseId, c.req.valid("json")));
      },
    )
    .post(
      "/course/:courseId/leave/undo",
      documented(tag, "Undo leaving a free course", {
        description:
          "For 10 minutes after leaving, the student gets the same seat again, unless it was taken or offered to someone else.",
        bearer: true,
        data: noData,
        refusals: {
          403: "Not a student",
          404: "The student hasn't left a free seat in the course",
          409: "Too late, full, no longer open for enrollment, or enrolled in too many courses",
        },
      }),
      authenticate(context),
      async (c) => {
        await undoLeaving(context, c.var.actor, c.req.param("courseId"));
        return ok(c, null);
      },
    )
    .post(
      "/:enrollmentId/refund",
      documented(tag, "Refund a student of the teacher's own course, in full or in part", {
        description:
          "Without an amount, everything that is left is refunded and the seat is freed, once, however often it is requested. A partial refund (in dollars) needs a requestId that is the same for every retry; the student stays enrolled.",
        bearer: true,
        data: enrollmentSchema,
        refusals: {
          403: "Not a teacher",
          404: "Not an enrollment in one of the teacher's courses",
          409: "Not paid, more than is left, disputed, or rejected by the provider",
          503: "The refund is requested, and completed once the payment provider is available",
        },
      }),
      authenticate(context),
      teachersOnly(),
      optionalBody,
      validate("json", refundInput),
      async (c) => {
        const enrollmentId = c.req.param("enrollmentId");
        return ok(
          c,
          await refundAsTeacher(context, c.var.actor, enrollmentId, c.req.valid("json")),
        );
      },
    );
}
