/** The routes of one meeting service: connecting an account, and the service's notifications. */
import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import { AppError } from "#lib/errors.ts";
import {
  connectedSchema,
  connectTicketSchema,
  serviceStatusSchema,
} from "#lib/meetings/meetings.responses.ts";
import { oauthCallbackInput } from "#lib/meetings/meetings.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { processRedelivered } from "../http/redelivered.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import type { MeetingProvider } from "../providers/meetings/meeting-provider.ts";
import { requestUpcomingRooms } from "../rooms/request-rooms.ts";
import { endLinksOfAccount } from "../zoom-app/zoom-links.ts";
import {
  completeConnection,
  findConnectionStatus,
  issueConnectTicket,
  startConnecting,
} from "./connection/connect-account.ts";
import { disconnectAccount } from "./connection/disconnect-account.ts";
import { receiveNotification } from "./provider/notifications.ts";

const t = getTexts("meetings");

const tag = "meetings";
const onlyTeachers = "Not a teacher";

/** Mounted at `/api/<ID of the service>`. */
export function meetingServiceRoutes(context: Context, provider: MeetingProvider) {
  const { name } = provider;
  const leadsToService = describeRoute({
    tags: [tag],
    summary: `Redirect to ${name}'s authorization page`,
    responses: {
      302: { description: `Redirects to ${name}` },
      401: { description: "The ticket is unknown, used or expired" },
    },
  });
  return new Hono<AppEnv>()
    .get(
      "/status",
      documented(tag, "Whether the teacher's meeting account is connected", {
        description: `Includes the time at which ${name} revoked access, if it did.`,
        bearer: true,
        data: serviceStatusSchema,
        topLevel: connectedSchema.shape,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context),
      async (c) => {
        const status = await findConnectionStatus(context, c.var.actor, provider);
        return ok(c, status, { topLevel: { connected: status.connected } });
      },
    )
    .post(
      "/connect/ticket",
      documented(tag, "A single-use ticket for GET /connect, valid for a minute", {
        bearer: true,
        data: connectTicketSchema,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context, () => t("logInToConnect", { service: name })),
      async (c) => ok(c, { ticket: await issueConnectTicket(context, c.var.actor, provider) }),
    )
    .get("/connect", leadsToService, async (c) => {
      try {
        const ticket = c.req.query("token");
        if (!ticket) {
          throw new AppError("unauthenticated", t("server.logInToConnect", { service: name }));
        }
        return c.redirect(await startConnecting(context, ticket, provider));
      } catch (error) {
        const isStale = error instanceof AppError && error.code === "unauthenticated";
        // A person who navigates back in the browser gets the page instead of a JSON error.
        if (!isStale || !c.req.header("accept")?.includes("text/html")) throw error;
        return c.redirect("/dashboard/meetings");
      }
    })
    .post(
      "/disconnect",
      documented(tag, `Disconnect ${name}: deletes the tokens here and revokes them at ${name}`, {
        description: `Upcoming meetings keep their ${name} rooms. Disconnecting again has no effect.`,
        bearer: true,
        data: connectedSchema,
        topLevel: connectedSchema.shape,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context, () => t("logInToDisconnect", { service: name })),
      async (c) => {
        await disconnectAccount(context, c.var.actor, provider);
        const connected = false;
        return ok(
          c,
          { connected },
          { topLevel: { connected }, message: t("server.disconnected", { service: name }) },
        );
      },
    )
    .post(
      "/oauth/callback",
      documented(tag, `Complete the connection with the code from ${name}`, {
        bearer: true,
        data: connectedSchema,
        refusals: {
          403: onlyTeachers,
          409: `${name} rejected the code`,
          503: `${name} is unavailable; try again`,
        },
      }),
      authenticate(context, () => t("logInToComplete", { service: name })),
      teachersOnly(() => t("server.onlyTeachersConnect", { service: name })),
      validate("json", oauthCallbackInput(name)),
      async (c) => {
        const input = c.req.valid("json");
        await completeConnection(context, c.var.actor, provider, input, requestUpcomingRooms);
        return ok(c, { connected: true }, { message: t("server.connected", { service: name }) });
      },
    );
}

/**
 * Mounted at `/api/webhooks/<ID of the service>`, to which the service delivers its notifications.
 */
export function meetingWebhookRoutes(context: Context, provider: MeetingProvider) {
  return new Hono<AppEnv>().post(
    "/",
    describeRoute({
      tags: [tag],
      summary: "Receive events from the video-meeting service, signed over the raw body",
      responses: {
        200: { description: "Processed, now or earlier" },
        400: { description: "The signature is wrong or too old" },
        503: { description: "Not processed yet; deliver it again" },
      },
    }),
    async (c) => {
      const rawBody = new Uint8Array(await c.req.arrayBuffer());
      const { headers } = c.req.raw;
      const received = { rawBody, headers, onRevoked: endLinksOfAccount };
      const answer = await processRedelivered(() =>
        receiveNotification(context, provider, received),
      );
      return c.json(answer);
    },
  );
}
