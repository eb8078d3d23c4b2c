/** Lets playback continue when the same text is shown in another mode or with other display options. */
import { writePlayback } from "#lib/audio/continued-playback.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import type { Player } from "./player.ts";

const links = "[data-reader-mode]:not([aria-current])";

/** Remembers what is being played for the page that such a link or form opens. @returns stops that. */
export function rememberOnSwitch({ audio, state }: Player): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let isSwitching = false;
  const follow = ({ target }: Event, selector: string) => {
    isSwitching = target instanceof Element && target.closest(selector) !== null;
  };
  document.addEventListener("click", (event) => follow(event, links), { signal, capture: true });
  document.addEventListener("submit", (event) => follow(event, "[data-display]"), {
    signal,
    capture: true,
  });
  addEventListener(
    "pagehide",
    () => {
      const { status, plan, position, verse, basmala, words, rests } = state.get();
      if (!isSwitching || status === "ended") return;
      isSwitching = false;
      const { verseRound, rangeRound } = position;
      const seconds = audio.currentTime;
      // After a failure, the listener decides when to try again.
      const isPaused = status === "paused" || status === "failed";
      const where = { plan, verseRound, rangeRound, verse, basmala, seconds };
      const playback = { ...where, words, rests, isPaused };
      rememberedInTab.set("continueListening", writePlayback(playback));
    },
    { signal },
  );
  return () => listeners.abort();
}
