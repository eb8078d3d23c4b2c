import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { keptAnswer } from "#server/seo/answers.ts";
import { writeRobots } from "#server/seo/robots.ts";

export const GET: APIRoute = (page) =>
  keptAnswer(page, writeRobots(getContext()), "text/plain; charset=utf-8", []);
