import { isLessonDraft, isNoteDraft, remembered } from "#lib/client/browser-storage.ts";
import { withTexts } from "#translations/load.ts";

/**
 * Saves the user's remaining Quran notes, and asks for confirmation before unsaved notes and
 * unsaved recitations are deleted from this device.
 * @returns whether the user logs out.
 */
export async function confirmLogOut(): Promise<boolean> {
  if (remembered.listDrafts().some(isLessonDraft)) {
    const { askAboutUnsent } = await withTexts(
      import("#islands/recitations/shared/ask-about-unsent.ts"),
    );
    if (!askAboutUnsent()) return false;
  }
  const hasUnsaved =
    remembered.get("unsavedStudyChanges") !== null || remembered.listDrafts().some(isNoteDraft);
  if (!hasUnsaved) return true;
  const { askAboutUnsaved } = await withTexts(import("./ask-about-unsaved.ts"));
  return askAboutUnsaved();
}
