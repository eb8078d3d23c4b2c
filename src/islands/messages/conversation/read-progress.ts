/**
 * Saves up to which message the user has read: at once, and then every few seconds while new
 * messages arrive. Saving after each message would send as many requests as everyone else in the
 * conversation together.
 */
import { ApiError } from "#lib/client/api-error.ts";
import { createRetryTask } from "#lib/client/retry-task.ts";
import { saveProgress } from "#lib/messages/messages.calls.ts";

export interface ReadProgress {
  /** Watches for the user leaving the page until the returned function is called. */
  start(): () => void;
  note(seq: number): void;
}

const savingPause = 3_000;

export function createReadProgress(threadId: string): ReadProgress {
  let readSeq = 0;
  let savedSeq = 0;
  /** From the start of a request until the pause after it has passed. */
  let isSaving = false;

  const save = async (keepalive = false) => {
    const seq = readSeq;
    try {
      await saveProgress(threadId, { readSeq: seq }, { keepalive });
    } catch (error) {
      if (error instanceof ApiError && error.temporary) throw error;
    }
    savedSeq = Math.max(savedSeq, seq);
  };

  const saving = createRetryTask(async () => {
    isSaving = savedSeq < readSeq;
    if (!isSaving) return undefined;
    await save();
    return savingPause;
  });

  const saveNow = () => {
    // A browser that is about to close the page can't retry.
    if (savedSeq < readSeq) save(true).catch(() => {});
  };

  return {
    start() {
      addEventListener("pagehide", saveNow);
      return () => {
        removeEventListener("pagehide", saveNow);
        saving.stop();
        saveNow();
      };
    },
    note(seq) {
      if (seq <= readSeq) return;
      readSeq = seq;
      if (!isSaving) saving.run();
    },
  };
}
