/** Generated at build time in every language, because it depends only on the source code. */
import type { APIRoute } from "astro";
import { defaultLanguage, languages } from "#lib/languages.ts";
import { drawSiteImage } from "#server/seo/share-images/share-images.ts";

export const prerender = true;

export const getStaticPaths = () =>
  languages.map((language) => ({
    params: { language: language === defaultLanguage ? undefined : language },
  }));

export const GET: APIRoute = async () =>
  new Response(Buffer.from(await drawSiteImage()), { headers: { "Content-Type": "image/png" } });
