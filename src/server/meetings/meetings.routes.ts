import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import { AppError } from "#lib/errors.ts";
import { createMeetingInput, oauthCallbackInput } from "#lib/meetings.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import {
  completeConnection,
  findZoomStatus,
  issueConnectTicket,
  startConnecting,
} from "./connect-zoom.ts";
import { createMeeting, listCourseMeetings, listTeacherMeetings } from "./meetings.ts";
import { receiveZoomEvent } from "./meetings.webhook.ts";

const documented = (summary: string) => describeRoute({ tags: ["meetings"], summary });

/** The video-meeting calls of the specification's section 7.3, under /api/zoom. */
export function meetingRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/status",
      documented("Whether the teacher's meeting account is connected"),
      authenticate(context),
      async (c) => {
        const connected = await findZoomStatus(context, c.var.actor);
        return ok(c, { connected }, { topLevel: { connected } });
      },
    )
    .post(
      "/connect/ticket",
      documented("A single-use ticket for GET /connect, good for a minute"),
      authenticate(context, "Authentication required to connect to Zoom"),
      async (c) => ok(c, { ticket: await issueConnectTicket(context, c.var.actor) }),
    )
    .get("/connect", documented("Leads the browser to Zoom's authorization page"), async (c) => {
      try {
        return c.redirect(await startConnecting(context, c.req.query("token") ?? ""));
      } catch (error) {
        const isStale = error instanceof AppError && error.code === "unauthenticated";
        // A person who goes back in the browser sees the page again, not a body of JSON.
        if (!isStale || !c.req.header("accept")?.includes("text/html")) throw error;
        return c.redirect("/dashboard/meetings");
      }
    })
    .post(
      "/oauth/callback",
      documented("Completes the connection with the code from Zoom"),
      authenticate(context, "Authentication required to complete Zoom integration"),
      teachersOnly("Only teachers can connect a Zoom account."),
      validate("json", oauthCallbackInput),
      async (c) => {
        await completeConnection(context, c.var.actor, c.req.valid("json"));
        return ok(c, { connected: true }, { message: "Zoom connected successfully" });
      },
    )
    .get(
      "/teacher/meetings",
      documented("The teacher's meetings, by start"),
      authenticate(context, "Authentication required to fetch meetings"),
      async (c) => {
        const meetings = await listTeacherMeetings(context, c.var.actor);
        return ok(c, { meetings }, { topLevel: { meetings } });
      },
    )
    .post(
      "/meetings",
      documented("Schedules a meeting of an own course"),
      authenticate(context, "Authentication required to create meeting"),
      teachersOnly("Only teachers can access this page."),
      validate("json", createMeetingInput),
      async (c) => {
        const meeting = await createMeeting(context, c.var.actor, c.req.valid("json"));
        return ok(c, meeting, { status: 201, message: "Meeting created successfully" });
      },
    )
    .get(
      "/course/:courseId/meetings",
      documented("A course's meetings, for its teacher and the enrolled"),
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
    documented("Events of the video-meeting service"),
    async (c) => {
      const body = new Uint8Array(await c.req.arrayBuffer());
      return c.json(await receiveZoomEvent(context, body, c.req.raw.headers));
    },
  );
}
