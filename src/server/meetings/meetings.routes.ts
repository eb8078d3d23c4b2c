import { Hono } from "hono";
import {
  meetingSchema,
  meetingsSchema,
  teacherMeetingsSchema,
} from "#lib/meetings/meetings.responses.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { changeMeetingInput, createMeetingInput } from "#lib/meetings/meetings.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import { nameServices } from "./connection/connection.ts";
import {
  cancelMeeting,
  changeMeeting,
  createMeeting,
  listCourseMeetings,
  listTeacherMeetings,
  listWaitingMeetings,
} from "./meetings.ts";

const t = getTexts("meetings");

const tag = "meetings";
const onlyTeachers = "Not a teacher";
const changeRefusals = {
  403: onlyTeachers,
  404: "Not one of the teacher's meetings",
  409: "The meeting has started or ended, or its class is at another time",
} as const;
/**
 * Meetings at any service. The path is /api/zoom because section 7.3 of the specification fixes it.
 */
export function meetingRoutes(context: Context) {
  const services = nameServices(context);
  return new Hono<AppEnv>()
    .get(
      "/teacher/meetings",
      documented(tag, "The teacher's meetings, by start time", {
        description: `Includes meetings that ${services} has not confirmed yet.`,
        bearer: true,
        data: teacherMeetingsSchema,
        topLevel: meetingsSchema.shape,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context, () => meetingMessages.logInToFetch),
      async (c) => {
        const meetings = await listTeacherMeetings(context, c.var.actor);
        const waiting = await listWaitingMeetings(context, c.var.actor);
        return ok(c, { meetings, waiting }, { topLevel: { meetings } });
      },
    )
    .post(
      "/meetings",
      documented(tag, "Schedule a meeting for the teacher's own course", {
        description: `Repeating the request for the same course, topic and time creates only one meeting. If ${services} is unavailable, the request is kept, and the meeting is created once ${services} responds.`,
        bearer: true,
        data: meetingSchema,
        successes: { 201: `Scheduled here and in ${services}` },
        refusals: {
          403: onlyTeachers,
          404: "Not one of the teacher's courses",
          409: `${services} is not connected, or rejected the meeting`,
          503: `${services} is unavailable; the request is retried automatically`,
        },
      }),
      authenticate(context, () => meetingMessages.logInToCreate),
      teachersOnly(() => meetingMessages.teachersOnly),
      validate("json", createMeetingInput),
      async (c) => {
        const meeting = await createMeeting(context, c.var.actor, c.req.valid("json"));
        return ok(c, meeting, { status: 201, message: t("server.created") });
      },
    )
    .patch(
      "/meetings/:id",
      documented(
        tag,
        "Update the teacher's own meeting, fully or partially, and notify students of a new time",
        {
          bearer: true,
          data: meetingSchema,
          refusals: changeRefusals,
        },
      ),
      authenticate(context),
      teachersOnly(() => meetingMessages.teachersOnly),
      validate("json", changeMeetingInput),
      async (c) => {
        const input = c.req.valid("json");
        const meeting = await changeMeeting(context, c.var.actor, c.req.param("id"), input);
        return ok(c, meeting, { message: t("server.updated") });
      },
    )
    .delete(
      "/meetings/:id",
      documented(tag, "Cancel the teacher's own meeting and email its students", {
        bearer: true,
        data: noData,
        refusals: changeRefusals,
      }),
      authenticate(context),
      async (c) => {
        await cancelMeeting(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: t("server.canceled") });
      },
    )
    .get(
      "/course/:courseId/meetings",
      documented(tag, "A course's meetings, for its members", {
        bearer: true,
        data: meetingsSchema,
        topLevel: meetingsSchema.shape,
        refusals: { 403: "Not a member of the course" },
      }),
      authenticate(context, () => meetingMessages.logInToFetch),
      async (c) => {
        const courseId = c.req.param("courseId");
        const meetings = await listCourseMeetings(context, c.var.actor, courseId);
        return ok(c, { meetings }, { topLevel: { meetings } });
      },
    );
}
