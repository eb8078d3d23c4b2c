/**
 * The icon for clients that request it without reading a page: feed readers, crawlers, old
 * browsers.
 */
import type { APIRoute } from "astro";
import { drawFavicon } from "#server/seo/icons.ts";

export const prerender = true;

export const GET: APIRoute = async () =>
  new Response(Buffer.from(await drawFavicon()), { headers: { "Content-Type": "image/x-icon" } });
