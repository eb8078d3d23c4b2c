import { remembered } from "#lib/client/browser-storage.ts";

/**
 * Saves what is left of the user's Quran notes, and asks before unsaved ones are deleted from this
 * device.
 *
 * @returns whether the user logs out.
 */
export async function confirmLogOut(): Promise<boolean> {
  if (remembered.get("unsavedStudyChanges") === null) return true;
  const { askAboutUnsaved } = await import("./ask-about-unsaved.ts");
  return askAboutUnsaved();
}
