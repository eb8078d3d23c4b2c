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
      const isPlaying = status === "playing" || status === "loading" || status === "resting";
      if (!isSwitching || !isPlaying) return;
      isSwitching = false;
      const { verseRound, rangeRound } = position;
      const seconds = audio.currentTime;
      const playback = { plan, verseRound, rangeRound, verse, basmala, seconds, words, rests };
      rememberedInTab.set("continueListening", writePlayback(playback));
    },
    { signal },
  );
  return () => listeners.abort();
}
