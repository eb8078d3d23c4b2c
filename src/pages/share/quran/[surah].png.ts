import type { APIRoute } from "astro";
import { cachedImage } from "#server/seo/responses.ts";
import { drawSurahImage } from "#server/seo/share-images/quran-images.ts";

export const GET: APIRoute = (page) => {
  const { surah = "" } = page.params;
  return cachedImage(page, () => drawSurahImage(surah), []);
};
