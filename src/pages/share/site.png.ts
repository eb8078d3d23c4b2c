/** Generated at build time, because it depends only on the source code. */
import type { APIRoute } from "astro";
import { drawSiteImage } from "#server/seo/share-images/share-images.ts";

export const prerender = true;

export const GET: APIRoute = async () =>
  new Response(Buffer.from(await drawSiteImage()), { headers: { "Content-Type": "image/png" } });
