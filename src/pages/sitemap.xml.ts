import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { keptAnswer } from "#server/seo/answers.ts";
import { sitemapTags, writeSitemap } from "#server/seo/sitemap.ts";

export const GET: APIRoute = async (page) =>
  keptAnswer(page, await writeSitemap(getContext()), "application/xml; charset=utf-8", sitemapTags);
