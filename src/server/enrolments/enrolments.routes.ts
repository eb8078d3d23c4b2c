import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { describeRoute } from "hono-openapi";
import { enrolInput, enrolMessages } from "#lib/enrolments.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { enrol, requireEnrollingStudent } from "./enrol.ts";
import { listEnrolments, refundAsTeacher } from "./enrolments.ts";

/** Who may not enrol at all is told so before his body is looked at. */
const studentsOnly = createMiddleware<AppEnv>(async (c, next) => {
  requireEnrollingStudent(c.var.actor);
  return next();
});

/** Mounted under /enrollment. */
export function enrolmentRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/course/:courseId/enroll",
      describeRoute({
        tags: ["enrolments"],
        summary: "Enrol in a course: data.checkoutUrl is where to go next",
        description:
          "Holds a seat for the time of the checkout; a free course enrols at once. Asked again while the checkout is open, it answers the same address.",
        responses: {
          200: { description: "The student's open checkout" },
          201: { description: "A new checkout, or enrolled in a free course" },
          403: { description: "A teacher, or somebody else's profile" },
          404: { description: "No published course" },
          409: { description: "Enrolled already, or full" },
          503: { description: "The payment provider can't be reached; try again" },
        },
      }),
      authenticate(context, enrolMessages.unauthenticated),
      studentsOnly,
      validate("json", enrolInput),
      async (c) => {
        const courseId = c.req.param("courseId");
        const started = await enrol(context, c.var.actor, courseId, c.req.valid("json"));
        const data = { checkoutUrl: started.checkoutUrl };
        return started.isNew ? created(c, data) : ok(c, data);
      },
    )
    .get(
      "/student/enrollments",
      describeRoute({
        tags: ["enrolments"],
        summary: "The student's final enrolments, each with its courseId",
        responses: { 200: { description: "A list in data" } },
      }),
      authenticate(context),
      async (c) => ok(c, await listEnrolments(context, c.var.actor)),
    )
    .post(
      "/:enrolmentId/refund",
      describeRoute({
        tags: ["enrolments", "payments"],
        summary: "Refund a student of an own course and free the seat, once",
        responses: {
          200: { description: "Refunded, now or before" },
          404: { description: "No enrolment in a course of this teacher" },
          409: { description: "The seat was never paid" },
          503: { description: "Noted; made as soon as the payment provider can be reached" },
        },
      }),
      authenticate(context),
      async (c) => ok(c, await refundAsTeacher(context, c.var.actor, c.req.param("enrolmentId"))),
    );
}
