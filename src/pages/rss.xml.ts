import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { pageTags } from "#server/pages-tags.ts";
import { keptAnswer } from "#server/seo/answers.ts";
import { writeFeed } from "#server/seo/feed.ts";

export const GET: APIRoute = async (page) =>
  keptAnswer(page, await writeFeed(getContext()), "application/rss+xml; charset=utf-8", [
    pageTags.courses,
  ]);
