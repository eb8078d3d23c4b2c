import { isLessonDraft, remembered } from "#lib/client/browser-storage.ts";

/**
 * Saves what is left of the user's Quran notes, and asks before unsaved ones and unsaved recitations
 * are deleted from this device.
 *
 * @returns whether the user logs out.
 */
export async function confirmLogOut(): Promise<boolean> {
  if (remembered.listDrafts().some(isLessonDraft)) {
    const { askAboutUnsent } = await import("#islands/recitations/shared/ask-about-unsent.ts");
    if (!askAboutUnsent()) return false;
  }
  if (remembered.get("unsavedStudyChanges") === null) return true;
  const { askAboutUnsaved } = await import("./ask-about-unsaved.ts");
  return askAboutUnsaved();
}
