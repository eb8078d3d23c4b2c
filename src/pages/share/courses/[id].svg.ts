import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { pageTags } from "#server/pages-tags.ts";
import { cachedImage } from "#server/seo/responses.ts";
import { drawCourseCode } from "#server/seo/share-images/qr-code.ts";

export const GET: APIRoute = (page) => {
  const { id = "" } = page.params;
  const tags = [pageTags.course(id)];
  return cachedImage(page, () => drawCourseCode(getContext(), id), tags, "image/svg+xml");
};
