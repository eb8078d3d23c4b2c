import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { cachedResponse } from "#server/seo/responses.ts";
import { writeRobots } from "#server/seo/robots.ts";

export const GET: APIRoute = (page) =>
  cachedResponse(page, writeRobots(getContext()), "text/plain; charset=utf-8", []);
