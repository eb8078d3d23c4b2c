/** The controls of the operating system: lock screen, headphones, media keys. */
import { nameSurahOf, parseVerseKey } from "#lib/quran/quran.ts";
import { site } from "#lib/site/site.ts";
import type { Player, PlayerState } from "./player.ts";

/** @returns a function that releases the controls. */
export function connectMediaSession(player: Player): () => void {
  if (!("mediaSession" in navigator)) return () => {};
  const { mediaSession } = navigator;
  const actions: Partial<Record<MediaSessionAction, () => void>> = {
    play: player.resume,
    pause: player.pause,
    stop: player.pause,
    previoustrack: () => player.skip(-1),
    nexttrack: () => player.skip(1),
  };
  const setActions = (isOn: boolean) => {
    for (const [name, action] of Object.entries(actions)) {
      try {
        mediaSession.setActionHandler(name as MediaSessionAction, isOn ? action : null);
      } catch {
        // Older browsers don't support all actions.
      }
    }
  };
  setActions(true);
  const unsubscribe = player.state.subscribe(describe);
  return () => {
    unsubscribe();
    setActions(false);
    mediaSession.metadata = null;
    mediaSession.playbackState = "none";
  };
}

function describe({ status, verse, reciter }: PlayerState): void {
  const { mediaSession } = navigator;
  const ref = parseVerseKey(verse);
  const title = `${nameSurahOf(ref?.surah ?? 0)} ${verse}`;
  if (mediaSession.metadata?.title !== title || mediaSession.metadata.artist !== reciter.name) {
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: reciter.name,
      album: site.name,
      artwork: [{ src: "/icons/apple-touch.png", sizes: "180x180", type: "image/png" }],
    });
  }
  // The listener's turn counts as playing.
  const isOn = status === "playing" || status === "loading" || status === "resting";
  mediaSession.playbackState = isOn ? "playing" : "paused";
}
