/**
 * The course that was last published in this tab, until the dashboard has announced it. The tab
 * stores it, because the course form leads to the dashboard, which is another page.
 */
import { atom } from "nanostores";
import { rememberedInTab } from "../client/browser-storage.ts";

export const rememberPublished = (courseId: string): void =>
  rememberedInTab.set("publishedCourse", courseId);

/** The ID of the course, for this page. */
export const $publishedCourse = atom<string | undefined>();

/** Takes the ID from the tab's storage, so that the next page doesn't repeat it. */
export function takePublished(): void {
  const courseId = rememberedInTab.get("publishedCourse");
  if (courseId === null) return;
  rememberedInTab.remove("publishedCourse");
  $publishedCourse.set(courseId);
}
