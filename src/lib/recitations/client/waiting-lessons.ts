import { isLessonDraft, remembered } from "../../client/browser-storage.ts";

/**
 * Sends the lessons that earlier pages finished but couldn't send. Called where teachers mark
 * recitations. Most devices have none, so the code that sends them is loaded only when it is needed.
 */
export async function sendWaitingLessons(): Promise<void> {
  if (!remembered.listDrafts().some(isLessonDraft)) return;
  const { startLessonOutbox } = await import("./lesson-outbox.ts");
  startLessonOutbox();
}
