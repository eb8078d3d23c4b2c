import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { pageTags } from "#server/pages-tags.ts";
import { cachedImage } from "#server/seo/responses.ts";
import { drawCourseImage } from "#server/seo/share-images/share-images.ts";

export const GET: APIRoute = (page) => {
  const { id = "" } = page.params;
  return cachedImage(page, () => drawCourseImage(getContext(), id), [pageTags.course(id)]);
};
