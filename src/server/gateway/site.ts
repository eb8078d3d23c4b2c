/** The built site and the API, as the front calls them. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "../app.ts";
import type { Context } from "../context.ts";
import type { Site } from "./gateway.ts";
import { readPageSettings } from "./page-settings.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import { loadStaticFiles } from "./static-files/static-files.ts";

/**
 * Loads what `npm run build` made. The folder may be a link that a later build points elsewhere:
 * this process goes on with the build it started with.
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
      settings: readPageSettings(context.config),
    }),
    import(pathToFileURL(join(dist, "server", "entry.mjs")).href) as Promise<{
      handler: Site["pages"];
    }>,
  ]);
  return { files, pages: entry.handler, api: listenerOf(context) };
}

/** Hono's app as a listener for node:http. */
function listenerOf(context: Context): Site["api"] {
  // Astro makes requests too, of the platform's own kind.
  return getRequestListener(createApp(context).fetch, { overrideGlobalObjects: false });
}
