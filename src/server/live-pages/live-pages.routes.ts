import { Hono } from "hono";
import {
  livePageRecapSchema,
  livePageSchema,
  livePageSeqSchema,
} from "#lib/live-pages/live-pages.responses.ts";
import { livePageCommand } from "#lib/live-pages/live-pages.ts";
import { getTexts } from "#translations/translate.ts";
import {
  authenticate,
  authenticateAutomatic,
  hideFromVisitors,
} from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { runLivePageCommand } from "./commands.ts";
import { findLivePage } from "./live-pages.ts";
import { findRecap } from "./recap/recap.ts";
import { streamLivePage } from "./stream/live-page-sse.ts";

const texts = getTexts("livePages");

const tag = "live pages";
const missing = { 404: "Not in the class" };

/** Routes under /classes. */
export function livePageRoutes(context: Context) {
  return new Hono<AppEnv>()
    .use(
      "/:id/page/*",
      hideFromVisitors(context, () => texts("missing")),
    )
    .get(
      "/:id/page",
      documented(tag, "What a class follows in the Quran", {
        bearer: true,
        data: livePageSchema,
        refusals: missing,
      }),
      authenticate(context),
      async (c) => ok(c, await findLivePage(context, c.var.actor, c.req.param("id"))),
    )
    .post(
      "/:id/page",
      documented(tag, "Send a command to the live page of a class", {
        description:
          "The lead shares a passage, moves on, points at words, and chooses what is shown and who " +
          "recites. Students raise their hands. Of many pointers, a class receives four a second.",
        bearer: true,
        data: livePageSeqSchema,
        refusals: {
          ...missing,
          403: "The user may not lead, or isn't the host",
          409: "Someone else has the lead, the class was canceled, or the person isn't on the page",
          429: "Too many commands",
        },
      }),
      authenticateAutomatic(context),
      validate("json", livePageCommand),
      async (c) => {
        const command = c.req.valid("json");
        return ok(c, await runLivePageCommand(context, c.var.actor, c.req.param("id"), command));
      },
    )
    .get(
      "/:id/page/events",
      documented(tag, "The live page of a class as server-sent events", {
        description:
          "Authorized by the session cookie or a bearer token. Begins with `snapshot`, followed by " +
          "`state`, `pointer`, `presence` and `beat`. Ends with the session and the enrollment.",
        contentType: "text/event-stream",
        refusals: { ...missing, 429: "Too many open streams" },
      }),
      (c) => streamLivePage(context, c, c.req.param("id")),
    )
    .get(
      "/:id/page/recap",
      documented(tag, "The verses that a class has read", {
        bearer: true,
        data: livePageRecapSchema,
        refusals: { 404: "Was not in the class" },
      }),
      authenticate(context),
      async (c) => ok(c, await findRecap(context, c.var.actor, c.req.param("id"))),
    );
}
