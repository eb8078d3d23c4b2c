/** The player of a reader page, mounted on first use. */
import { createRoot } from "react-dom/client";
import { fetchReciters } from "#lib/audio/audio.calls.ts";
import type { ReciterView } from "#lib/audio/audio.responses.ts";
import { continuePlan, onwardMark, readPlayback } from "#lib/audio/continued-playback.ts";
import { endless, type PlaybackPlan } from "#lib/audio/playback-plan.ts";
import { chooseReciter, readSpeed } from "#lib/audio/player-settings.ts";
import { remembered, rememberedInTab } from "#lib/client/browser-storage.ts";
import { getTexts } from "#translations/audio.ts";
import { followAlong } from "../follow-along.ts";
import { connectMediaSession } from "../media-session.ts";
import { PlayerBar } from "../PlayerBar.tsx";
import { findNextPage, findVerseInView, listVerseKeys, type WrapWords } from "../page-verses.ts";
import { createPlayer, type Player } from "../player.ts";
import { rememberOnSwitch } from "../switched-view.ts";
import { loadTimings } from "../timing-files.ts";
import { createVerseFiles } from "../verse-files.ts";

/**
 * What to play: one verse, the same verse repeatedly, the page from a verse on, or everything from a verse to the end of
 * its surah, on the pages after this one too. From the last verse of a page, that includes the next surah. Without a
 * verse, playback starts at the top of the window.
 */
export interface ListenRequest {
  verse?: string | undefined;
  extent: "verse" | "loop" | "page" | "onward";
  /** Whether it began on another page. */
  isContinued?: boolean;
}

let opened: Player | undefined;
let reciters: readonly ReciterView[] | undefined;

/**
 * @param wrapWords wraps the words of a verse in elements.
 * @throws ApiError if the reciters can't be loaded.
 */
export async function listen(
  { verse, extent, isContinued = false }: ListenRequest,
  wrapWords: WrapWords,
): Promise<void> {
  const verses = await listVerseKeys();
  const start = verse ?? findVerseInView() ?? verses[0];
  const index = Math.max(0, verses.indexOf(start ?? ""));
  const end = verses.length - 1;
  const plan: PlaybackPlan = {
    verses,
    first: index,
    last: extent === "verse" || extent === "loop" ? index : end,
    verseRepeats: extent === "loop" ? endless : 1,
    rangeRepeats: 1,
    onward:
      extent === "onward" ? (index === end && !isContinued ? "anywhere" : "surah") : undefined,
  };
  const player = verses.length > 0 ? await openPlayer(plan, wrapWords) : undefined;
  player?.play(plan, index);
}

/** Undefined if there are no recitations. */
async function openPlayer(plan: PlaybackPlan, wrapWords: WrapWords): Promise<Player | undefined> {
  reciters ??= (await fetchReciters(getTexts("audio")("recitersFailed"))).reciters;
  const reciter = chooseReciter(reciters, remembered.get("audioReciter"));
  if (reciter) opened ??= mountPlayer({ plan, reciter, reciters, wrapWords });
  return opened;
}

/** Plays or pauses. If there is no player yet, playback starts at the top of the window. */
export async function toggle(wrapWords: WrapWords): Promise<void> {
  if (opened) opened.toggle();
  else await listen({ extent: "page" }, wrapWords);
}

/**
 * Continues on the next page if the user followed the link to it during playback, or at the same word if the
 * user has switched the mode or the display options.
 */
export async function continueListening(wrapWords: WrapWords): Promise<void> {
  const mark = rememberedInTab.get("continueListening") ?? "";
  const former = readPlayback(mark);
  rememberedInTab.remove("continueListening");
  const verses = await listVerseKeys();
  if (former) {
    const plan = continuePlan(former, verses);
    (await openPlayer(plan, wrapWords))?.goOn(former, plan);
    return;
  }
  const extent = mark === onwardMark ? "onward" : "page";
  await listen({ verse: verses[0], extent, isContinued: true }, wrapWords);
}

interface PlayerStart {
  plan: PlaybackPlan;
  reciter: ReciterView;
  reciters: readonly ReciterView[];
  wrapWords: WrapWords;
}

function mountPlayer({ plan, reciter, reciters, wrapWords }: PlayerStart): Player {
  const host = document.body.appendChild(document.createElement("div"));
  const audio = document.createElement("audio");
  const place = host.appendChild(document.createElement("div"));
  host.append(audio);
  const speed = readSpeed(remembered.get("audioSpeed"));
  const goOnward = () => !follow.isAway.get() && openNextPage();
  const parts = { audio, files: createVerseFiles(), loadTimings, goOnward };
  const player = createPlayer(parts, { plan, reciter, speed, rests: false });
  const follow = followAlong(player, wrapWords);
  const disconnect = connectMediaSession(player);
  const forget = rememberOnSwitch(player);
  const root = createRoot(place);
  const close = () => {
    follow.stop();
    disconnect();
    forget();
    player.close();
    root.unmount();
    host.remove();
    opened = undefined;
    document.querySelector<HTMLElement>("[data-reader-act=play]")?.focus();
  };
  root.render(<PlayerBar {...{ player, follow, reciters, wrapWords }} onClose={close} />);
  return player;
}

/** Doesn't take the page away from a reader who is writing. @returns whether it opens the next page. */
function openNextPage(): boolean {
  const next = findNextPage();
  if (!next || document.activeElement?.matches("input,select,textarea")) return false;
  rememberedInTab.set("continueListening", onwardMark);
  location.assign(next.href);
  return true;
}
