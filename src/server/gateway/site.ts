/** Loads the built site and the API for the gateway. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "../app.ts";
import type { Context } from "../context.ts";
import { readScriptList } from "./announced-scripts.ts";
import type { Site } from "./gateway.ts";
import { readPageSettings } from "./page-settings.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import { loadStaticFiles } from "./static-files/static-files.ts";

/**
 * Loads the output of `npm run build`. The folder may be a symlink that a later build changes. This
 * process keeps using the build that it started with.
 */
export async function loadSite(
  folder: string,
  context: Context,
  security: SecurityHeaders,
): Promise<Site> {
  const dist = realpathSync(folder);
  const [files, entry] = await Promise.all([
    loadStaticFiles(join(dist, "client"), {
      security,
      settings: readPageSettings(context),
    }),
    import(pathToFileURL(join(dist, "server", "entry.mjs")).href) as Promise<{
      handler: Site["pages"];
    }>,
    readScriptList(dist),
  ]);
  return { files, pages: entry.handler, api: listenerOf(context) };
}

/** Hono's app as a listener for node:http. */
function listenerOf(context: Context): Site["api"] {
  // Astro creates requests too, and needs the platform's own classes.
  return getRequestListener(createApp(context).fetch, { overrideGlobalObjects: false });
}
