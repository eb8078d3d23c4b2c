import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { cachedImage } from "#server/seo/responses.ts";
import { drawVerseImage } from "#server/seo/share-images/quran-images.ts";

export const GET: APIRoute = (page) => {
  const { surah = "", verse = "" } = page.params;
  return cachedImage(page, () => drawVerseImage(getContext(), surah, verse), []);
};
