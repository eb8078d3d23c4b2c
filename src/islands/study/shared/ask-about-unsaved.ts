import { isNoteDraft, remembered } from "#lib/client/browser-storage.ts";
import { saveEverything } from "#lib/study/client/study-client.ts";
import { getTexts } from "#translations/study.ts";

/** Asks with the browser's own dialog, because the log-out button is also on pages without React. */
export async function askAboutUnsaved(): Promise<boolean> {
  await saveEverything();
  const drafts = remembered.listDrafts().filter(isNoteDraft);
  const count = Number(remembered.get("unsavedStudyChanges")) + drafts.length;
  return count === 0 || confirm(getTexts("study")("unsavedAtLogOut", { count }));
}
