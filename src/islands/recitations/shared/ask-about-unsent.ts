import { isLessonDraft, remembered } from "#lib/client/browser-storage.ts";
import { getTexts } from "#translations/recitations.ts";

/** Asks with the browser's own dialog before marked recitations are deleted from this device. */
export function askAboutUnsent(): boolean {
  const count = remembered.listDrafts().filter(isLessonDraft).length;
  return count === 0 || confirm(getTexts("recitations")("unsavedAtLogOut", { count }));
}
