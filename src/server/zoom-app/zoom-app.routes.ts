import { Hono } from "hono";
import {
  zoomAppPlaceSchema,
  zoomAppSessionSchema,
  zoomLinkCodeSchema,
  zoomLinksSchema,
} from "#lib/zoom-app/zoom-app.responses.ts";
import {
  meetingClaimInput,
  zoomAppSessionInput,
  zoomLinkCodeInput,
  zoomLinkInput,
} from "#lib/zoom-app/zoom-app.ts";
import { codeCooldown } from "../accounts/limits.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import { readVisitor } from "../accounts/visitor.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { neverStored } from "../http/never-stored.ts";
import { validate } from "../http/validate.ts";
import { claimMeeting } from "./claim-meeting.ts";
import { findPlace } from "./find-place.ts";
import { linkAccount, requestLinkCode } from "./link-account.ts";
import { openApp } from "./open-app.ts";
import { readTicket } from "./ticket.ts";
import { endCurrentLink, endOwnLink, listOwnLinks } from "./zoom-links.ts";

const tag = "Zoom app";
const tooMany = "Too many attempts; Retry-After says when to try again";
const guest = "Zoom doesn't say who opened the app";

/** Routes under /zoom-app. */
export function zoomAppRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .use(neverStored)
    .post(
      "/session",
      documented(tag, "Exchange an app context from Zoom for a session", {
        description:
          "Each context works once. The access token is valid for 15 minutes, and only for the calls " +
          "that the app makes.",
        data: zoomAppSessionSchema,
        refusals: { 429: tooMany },
      }),
      validate("json", zoomAppSessionInput),
      async (c) => ok(c, await openApp(context, c.var.clientAddress, c.req.valid("json"))),
    )
    .post(
      "/link/code",
      documented(tag, "Email a code that links the Zoom user to an account", {
        data: zoomLinkCodeSchema,
        refusals: { 403: guest, 429: tooMany },
      }),
      validate("json", zoomLinkCodeInput),
      async (c) => {
        await requestLinkCode(context, readVisitor(c), c.req.valid("json"));
        return ok(c, { resendAfter: codeCooldown(context.config) });
      },
    )
    .post(
      "/link",
      documented(tag, "Link the Zoom user to the account that the code was sent to", {
        data: zoomAppSessionSchema,
        refusals: { 403: guest, 429: tooMany },
      }),
      validate("json", zoomLinkInput),
      async (c) => ok(c, await linkAccount(context, readVisitor(c), c.req.valid("json"))),
    )
    .delete(
      "/link",
      documented(tag, "End the link that opened the app", { bearer: true, data: noData }),
      signedIn,
      async (c) => {
        await endCurrentLink(context, c.var.actor);
        return ok(c, null);
      },
    )
    .post(
      "/claims",
      documented(tag, "Record that the meeting is that of a class", {
        bearer: true,
        data: zoomAppPlaceSchema,
        refusals: {
          403: "Not a teacher",
          404: "Not one of the teacher's classes",
          409: "Zoom doesn't know the meeting as one of the teacher's",
          503: "Zoom is unavailable; try again",
        },
      }),
      signedIn,
      validate("json", meetingClaimInput),
      async (c) => {
        const input = c.req.valid("json");
        await claimMeeting(context, c.var.actor, input);
        const ticket = await readTicket(context, input.ticket);
        return ok(c, await findPlace(context, c.var.actor, { ticket, reportedUuids: [] }));
      },
    )
    .get(
      "/links",
      documented(tag, "The user's linked Zoom users", { bearer: true, data: zoomLinksSchema }),
      signedIn,
      async (c) => ok(c, await listOwnLinks(context, c.var.actor)),
    )
    .delete(
      "/links/:id",
      documented(tag, "Unlink a Zoom user; open apps are logged out immediately", {
        bearer: true,
        data: noData,
        refusals: { 404: "Not one of the user's links" },
      }),
      signedIn,
      async (c) => {
        await endOwnLink(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    );
}
