import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { keptPicture } from "#server/discovery/answers.ts";
import { drawCourseImage } from "#server/discovery/share-images/share-images.ts";
import { pageTags } from "#server/pages-tags.ts";

export const GET: APIRoute = (page) => {
  const { id = "" } = page.params;
  return keptPicture(page, () => drawCourseImage(getContext(), id), [pageTags.course(id)]);
};
