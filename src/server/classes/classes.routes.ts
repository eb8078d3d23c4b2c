import { Hono } from "hono";
import { attendanceListSchema, classListSchema } from "#lib/classes/classes.responses.ts";
import { attendanceInput, cancelClassInput, moveClassInput } from "#lib/classes/classes.ts";
import { meetingSchema } from "#lib/meetings/meetings.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { nameServices } from "../meetings/connection/connection.ts";
import { cancelClass, moveClass } from "./change-class.ts";
import { correctAttendance, listAttendance } from "./class-attendance.ts";
import { createClassMeeting } from "./create-class-meeting.ts";
import { listClasses } from "./list-classes.ts";

const t = getTexts("classes");

const tag = "classes";
const notTeacher = "Not a teacher";
const missing = "Not one of the teacher's classes";

/** Routes under /classes. */
export function classRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/course/:courseId",
      documented(tag, "The dated classes of a course", {
        bearer: true,
        data: classListSchema,
        refusals: { 403: "Not a member of the course" },
      }),
      signedIn,
      async (c) => ok(c, await listClasses(context, c.var.actor, c.req.param("courseId"))),
    )
    .patch(
      "/:id",
      documented(tag, "Move a class and notify its students", {
        bearer: true,
        data: noData,
        refusals: {
          403: notTeacher,
          404: missing,
          409: "The class has started, or the times overlap",
        },
      }),
      signedIn,
      validate("json", moveClassInput),
      async (c) => {
        await moveClass(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return ok(c, null, { message: t("moved") });
      },
    )
    .post(
      "/:id/cancel",
      documented(tag, "Cancel a class and notify its students", {
        bearer: true,
        data: noData,
        refusals: { 403: notTeacher, 404: missing, 409: "The class has started" },
      }),
      signedIn,
      validate("json", cancelClassInput),
      async (c) => {
        await cancelClass(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return ok(c, null, { message: t("canceled") });
      },
    )
    .post(
      "/:id/meeting",
      documented(tag, "Schedule the video meeting of a class", {
        bearer: true,
        data: meetingSchema,
        successes: { 201: "Created" },
        refusals: {
          403: notTeacher,
          404: missing,
          409: `Canceled, already has a meeting, or ${nameServices(context)} is not connected`,
          503: `${nameServices(context)} is unavailable; try again`,
        },
      }),
      signedIn,
      async (c) => created(c, await createClassMeeting(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/:id/attendance",
      documented(tag, "Attendance for a class", {
        bearer: true,
        data: attendanceListSchema,
        refusals: { 403: notTeacher, 404: missing },
      }),
      signedIn,
      async (c) => ok(c, await listAttendance(context, c.var.actor, c.req.param("id"))),
    )
    .put(
      "/:id/attendance",
      documented(tag, "Correct a student's attendance for a class", {
        bearer: true,
        data: noData,
        refusals: {
          403: notTeacher,
          404: missing,
          409: "The class hasn't started, or the student isn't enrolled",
        },
      }),
      signedIn,
      validate("json", attendanceInput),
      async (c) => {
        await correctAttendance(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return ok(c, null);
      },
    );
}
