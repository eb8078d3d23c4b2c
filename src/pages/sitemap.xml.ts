import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { cachedResponse } from "#server/seo/responses.ts";
import { sitemapTags, writeSitemap } from "#server/seo/sitemap.ts";

export const GET: APIRoute = async (page) =>
  cachedResponse(
    page,
    await writeSitemap(getContext()),
    "application/xml; charset=utf-8",
    sitemapTags,
  );
