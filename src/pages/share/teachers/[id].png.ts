import type { APIRoute } from "astro";
import { getContext } from "#server/context.ts";
import { keptPicture } from "#server/discovery/answers.ts";
import { drawTeacherImage } from "#server/discovery/share-images/share-images.ts";
import { pageTags } from "#server/pages-tags.ts";

export const GET: APIRoute = (page) => {
  const { id = "" } = page.params;
  return keptPicture(page, () => drawTeacherImage(getContext(), id), [pageTags.teacher(id)]);
};
