import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import { AppError } from "#lib/errors.ts";
import {
  changeMeetingInput,
  createMeetingInput,
  meetingMessages,
  oauthCallbackInput,
} from "#lib/meetings/meetings.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import { requestRooms } from "../trials/trial-room.ts";
import {
  connectedData,
  meetingData,
  meetingsData,
  statusData,
  teacherMeetingsData,
  ticketData,
} from "./meetings.docs.ts";
import {
  cancelMeeting,
  changeMeeting,
  createMeeting,
  listCourseMeetings,
  listTeacherMeetings,
  listWaitingMeetings,
} from "./meetings.ts";
import { listStudentMeetings } from "./student-meetings.ts";
import {
  completeConnection,
  findZoomStatus,
  issueConnectTicket,
  startConnecting,
} from "./connection/connect-account.ts";
import { disconnectZoom } from "./connection/disconnect-account.ts";
import { receiveZoomEvent } from "./provider/notifications.ts";

const tag = "meetings";
const onlyTeachers = "Not a teacher";
const changeRefusals = {
  403: onlyTeachers,
  404: "No meeting of this teacher",
  409: "The meeting has started or ended, or its class is at another time",
} as const;
const zoomAway = "Zoom is unavailable; try again";

const leadsToZoom = describeRoute({
  tags: [tag],
  summary: "Redirects to Zoom's authorization page",
  responses: {
    302: { description: "Redirects to Zoom" },
    401: { description: "The ticket is unknown, used or expired" },
  },
});

/** The video-meeting calls of the specification's section 7.3, under /api/zoom. */
export function meetingRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/status",
      documented(tag, "Whether the teacher's meeting account is connected", {
        description: "Includes the time at which Zoom ended the access, if it did.",
        bearer: true,
        data: statusData,
        topLevel: connectedData.shape,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context),
      async (c) => {
        const status = await findZoomStatus(context, c.var.actor);
        return ok(c, status, { topLevel: { connected: status.connected } });
      },
    )
    .post(
      "/connect/ticket",
      documented(tag, "A single-use ticket for GET /connect, valid for a minute", {
        bearer: true,
        data: ticketData,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context, "Authentication required to connect to Zoom"),
      async (c) => ok(c, { ticket: await issueConnectTicket(context, c.var.actor) }),
    )
    .get("/connect", leadsToZoom, async (c) => {
      try {
        const ticket = c.req.query("token");
        if (!ticket) {
          throw new AppError("unauthenticated", "You must be logged in to connect to Zoom");
        }
        return c.redirect(await startConnecting(context, ticket));
      } catch (error) {
        const isStale = error instanceof AppError && error.code === "unauthenticated";
        // When people go back in the browser, they see the page again instead of JSON.
        if (!isStale || !c.req.header("accept")?.includes("text/html")) throw error;
        return c.redirect("/dashboard/meetings");
      }
    })
    .post(
      "/disconnect",
      documented(tag, "Disconnects Zoom: deletes the tokens here and revokes them at Zoom", {
        description: "Upcoming meetings keep their Zoom rooms. Disconnecting again has no effect.",
        bearer: true,
        data: connectedData,
        topLevel: connectedData.shape,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context, "Authentication required to disconnect Zoom"),
      async (c) => {
        await disconnectZoom(context, c.var.actor);
        const connected = false;
        return ok(
          c,
          { connected },
          { topLevel: { connected }, message: "Zoom disconnected successfully" },
        );
      },
    )
    .post(
      "/oauth/callback",
      documented(tag, "Completes the connection with the code from Zoom", {
        bearer: true,
        data: connectedData,
        refusals: { 403: onlyTeachers, 409: "Zoom rejected the code", 503: zoomAway },
      }),
      authenticate(context, "Authentication required to complete Zoom integration"),
      teachersOnly("Only teachers can connect a Zoom account."),
      validate("json", oauthCallbackInput),
      async (c) => {
        await completeConnection(context, c.var.actor, c.req.valid("json"), requestRooms);
        return ok(c, { connected: true }, { message: "Zoom connected successfully" });
      },
    )
    .get(
      "/teacher/meetings",
      documented(tag, "The teacher's meetings, by start", {
        description: "Includes meetings that Zoom has not confirmed yet.",
        bearer: true,
        data: teacherMeetingsData,
        topLevel: meetingsData.shape,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context, "Authentication required to fetch meetings"),
      async (c) => {
        const meetings = await listTeacherMeetings(context, c.var.actor);
        const waiting = await listWaitingMeetings(context, c.var.actor);
        return ok(c, { meetings, waiting }, { topLevel: { meetings } });
      },
    )
    .get(
      "/student/meetings",
      documented(tag, "The student's upcoming meetings in all courses, by start", {
        bearer: true,
        data: meetingsData,
        topLevel: meetingsData.shape,
        refusals: { 403: "No profile yet" },
      }),
      authenticate(context, "Authentication required to fetch meetings"),
      async (c) => {
        const meetings = await listStudentMeetings(context, c.var.actor);
        return ok(c, { meetings }, { topLevel: { meetings } });
      },
    )
    .post(
      "/meetings",
      documented(tag, "Schedules a meeting for the teacher's own course", {
        description:
          "Repeating the request for the same course, topic and time creates only one meeting. If Zoom is unavailable, the request is kept, and the meeting is created once Zoom responds.",
        bearer: true,
        data: meetingData,
        successes: { 201: "Scheduled, also in Zoom" },
        refusals: {
          403: onlyTeachers,
          404: "No course of this teacher",
          409: "Zoom is not connected, or rejected the meeting",
          503: "Zoom is unavailable; the request is retried automatically",
        },
      }),
      authenticate(context, "Authentication required to create meeting"),
      teachersOnly(meetingMessages.teachersOnly),
      validate("json", createMeetingInput),
      async (c) => {
        const meeting = await createMeeting(context, c.var.actor, c.req.valid("json"));
        return ok(c, meeting, { status: 201, message: "Meeting created successfully" });
      },
    )
    .patch(
      "/meetings/:id",
      documented(
        tag,
        "Updates the teacher's own meeting, fully or partially, and notifies students of a new time",
        {
          bearer: true,
          data: meetingData,
          refusals: changeRefusals,
        },
      ),
      authenticate(context, "Authentication required"),
      teachersOnly(meetingMessages.teachersOnly),
      validate("json", changeMeetingInput),
      async (c) => {
        const input = c.req.valid("json");
        const meeting = await changeMeeting(context, c.var.actor, c.req.param("id"), input);
        return ok(c, meeting, { message: "Meeting updated successfully" });
      },
    )
    .delete(
      "/meetings/:id",
      documented(tag, "Cancels the teacher's own meeting and emails its students", {
        bearer: true,
        refusals: changeRefusals,
      }),
      authenticate(context, "Authentication required"),
      async (c) => {
        await cancelMeeting(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: "Meeting canceled successfully" });
      },
    )
    .get(
      "/course/:courseId/meetings",
      documented(tag, "A course's meetings, for its members", {
        bearer: true,
        data: meetingsData,
        topLevel: meetingsData.shape,
        refusals: { 403: "Not a member of the course" },
      }),
      authenticate(context, "Authentication required to fetch meetings"),
      async (c) => {
        const courseId = c.req.param("courseId");
        const meetings = await listCourseMeetings(context, c.var.actor, courseId);
        return ok(c, { meetings }, { topLevel: { meetings } });
      },
    );
}

/** Where Zoom delivers its events. */
export function zoomWebhookRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/zoom",
    describeRoute({
      tags: [tag],
      summary: "Receives events from the video-meeting service, signed over the raw body",
      responses: {
        200: { description: "Processed, now or earlier" },
        400: { description: "The signature is wrong or too old" },
      },
    }),
    async (c) => {
      const body = new Uint8Array(await c.req.arrayBuffer());
      return c.json(await receiveZoomEvent(context, body, c.req.raw.headers));
    },
  );
}
