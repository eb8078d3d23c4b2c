import { Hono } from "hono";
import { syncedSchema } from "#lib/study/study.responses.ts";
import { exportQuery, syncInput } from "#lib/study/study.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { neverStored } from "../http/never-stored.ts";
import { validate } from "../http/validate.ts";
import { exportFiles, exportStudy } from "./export/export-study.ts";
import { syncStudy } from "./sync.ts";

const tag = "study";

/** Routes under /study, for people's own bookmarks, highlights, notes and collections. */
export function studyRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .use(neverStored)
    .post(
      "/sync",
      documented(tag, "Store a device's changes and get those of the other devices", {
        description:
          "Each device chooses the IDs of its items. Verses are numbered through the whole Quran, from 1 to 6236. Clocks are microseconds since the epoch, and higher for each change of a device. The later change of a field wins, but both versions of a note are kept if two devices have changed it. Repeating a request has no further effect.",
        bearer: true,
        data: syncedSchema,
        refusals: { 400: "An invalid change; none is stored", 429: "Too many requests" },
      }),
      signedIn,
      validate("json", syncInput),
      async (c) => ok(c, await syncStudy(context, c.var.actor, c.req.valid("json"))),
    )
    .get(
      "/export",
      documented(tag, "The caller's own items as a file: JSON, Markdown or Web Annotations", {
        bearer: true,
        contentType: "application/json",
        refusals: {
          400: "An unknown format",
          429: "Too many exports within an hour, or one that is still running",
        },
      }),
      signedIn,
      validate("query", exportQuery),
      async (c) => {
        const { format } = c.req.valid("query");
        const { name, contentType } = exportFiles[format];
        return c.body(await exportStudy(context, c.var.actor, format), 200, {
          "Content-Type": contentType,
          "Content-Disposition": `attachment; filename="${name}"`,
        });
      },
    );
}
