/**
 * Passes requests to the API in `astro dev`. In production, the server process does this itself.
 */
import type { APIRoute } from "astro";
import { createApp } from "#server/app.ts";
import { getContext } from "#server/context.ts";

export const prerender = false;

let app: ReturnType<typeof createApp> | undefined;

export const ALL: APIRoute = ({ request }) => {
  app ??= createApp(getContext());
  return app.fetch(request);
};
