import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { pageTags } from "#server/pages-tags.ts";
import { writeFeed } from "#server/seo/feed.ts";
import { cachedResponse } from "#server/seo/responses.ts";

export const GET: APIRoute = async (page) =>
  cachedResponse(page, await writeFeed(getContext()), "application/rss+xml; charset=utf-8", [
    pageTags.courses,
  ]);
