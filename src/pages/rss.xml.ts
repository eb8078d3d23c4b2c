import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { keptAnswer } from "#server/discovery/answers.ts";
import { writeFeed } from "#server/discovery/feed.ts";
import { pageTags } from "#server/pages-tags.ts";

export const GET: APIRoute = async (page) =>
  keptAnswer(page, await writeFeed(getContext()), "application/rss+xml; charset=utf-8", [
    pageTags.courses,
  ]);
