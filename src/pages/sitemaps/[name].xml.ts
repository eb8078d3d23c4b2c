/** The files of a sitemap that is too large for a single file. */
import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { cachedResponse, missing } from "#server/seo/responses.ts";
import { sitemapTags, writeSitemapPart } from "#server/seo/sitemap.ts";

export const GET: APIRoute = async (page) => {
  const part = await writeSitemapPart(getContext(), page.params.name ?? "");
  if (part === undefined) return missing();
  return cachedResponse(page, part, "application/xml; charset=utf-8", sitemapTags);
};
