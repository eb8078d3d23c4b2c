import { isLessonDraft, remembered } from "#lib/client/browser-storage.ts";
import { getTexts } from "#translations/marking.ts";

/** Asks with the browser's own dialog before marked recitations are deleted from this device. */
export function askAboutUnsent(): boolean {
  const count = remembered.listDrafts().filter(isLessonDraft).length;
  return count === 0 || confirm(getTexts("marking")("unsavedAtLogOut", { count }));
}
