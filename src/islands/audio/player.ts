/**
 * Plays verses with one audio element. It doesn't depend on a page: a plan determines what is
 * played, and the components that display something read the state.
 */
import { atom, type ReadableAtom } from "nanostores";
import type { ReciterView } from "#lib/audio/audio.responses.ts";
import type { PlaybackState } from "#lib/audio/continued-playback.ts";
import { fileAddress } from "#lib/audio/file-address.ts";
import {
  basmalaVerse,
  goesOnward,
  nextPosition,
  opensWithBasmala,
  type PlaybackPlan,
  type PlaybackPosition,
  startAt,
} from "#lib/audio/playback-plan.ts";
import { findSpan, type VerseTimings } from "#lib/audio/timings.ts";
import { parseVerseKey, type VerseRef } from "#lib/quran/quran.ts";
import type { VerseFiles } from "./verse-files.ts";

/**
 * `resting` is the pause in which the listener repeats a verse. `failed` means that the recording
 * can't be loaded.
 */
export type PlayerStatus = "loading" | "playing" | "paused" | "resting" | "ended" | "failed";

/** The words of the current verse that are repeated, both inclusive, from 1. */
export interface WordRange {
  from: number;
  to: number;
}

export interface PlayerState {
  status: PlayerStatus;
  plan: PlaybackPlan;
  position: PlaybackPosition;
  /** The current verse, as in '2:255'. */
  verse: string;
  /**
   * Whether the Basmala before the current verse, which is not part of any verse, is being played.
   */
  basmala: boolean;
  reciter: ReciterView;
  speed: number;
  /** Whether each verse is followed by a pause of the same duration. */
  rests: boolean;
  /** The times of the current verse's words, once they are known. */
  timings: VerseTimings | undefined;
  words: WordRange | undefined;
}

export interface PlayerParts {
  audio: HTMLAudioElement;
  files: VerseFiles;
  loadTimings: (reciter: ReciterView, verse: VerseRef) => Promise<VerseTimings | undefined>;
  /** Continues on the next page, if there is one. @returns whether it does. */
  goOnward: () => boolean;
}

export interface Player {
  audio: HTMLAudioElement;
  state: ReadableAtom<PlayerState>;
  /** Plays from a verse of the plan, given by its index. */
  play(plan: PlaybackPlan, index: number): void;
  /** Goes on where playback was when another page was left, or waits there if it was paused. */
  goOn(former: PlaybackState, plan: PlaybackPlan): void;
  /** Pauses or continues. After the end, the plan starts again. */
  toggle(): void;
  pause(): void;
  resume(): void;
  /** Skips this many verses, or goes back if negative. Does nothing beyond the page. */
  skip(verses: number): void;
  retry(): void;
  changePlan(changes: Partial<PlaybackPlan>): void;
  setSpeed(speed: number): void;
  setRests(rests: boolean): void;
  setReciter(reciter: ReciterView): void;
  /** Repeats words of the current verse, or stops doing so. */
  repeatWords(words: WordRange | undefined): void;
  /**
   * Returns to the first of the repeated words after the last one. Must be called often during
   * playback.
   */
  checkWords(): void;
  close(): void;
}

/** Playback fails if the host sends nothing for this long. */
const maxSilenceMs = 15_000;

type Start = Pick<PlayerState, "plan" | "reciter" | "speed" | "rests">;

export function createPlayer(
  { audio, files, loadTimings, goOnward }: PlayerParts,
  start: Start,
): Player {
  const state = atom<PlayerState>({
    ...start,
    status: "paused",
    position: startAt(start.plan.first),
    verse: start.plan.verses[start.plan.first] ?? "",
    basmala: false,
    timings: undefined,
    words: undefined,
  });
  const listeners = new AbortController();
  /** The address of the audio element's current file. */
  let loaded: string | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let rest: { timer: ReturnType<typeof setTimeout> | undefined; after: () => void } | undefined;

  const change = (changes: Partial<PlayerState>) => state.set({ ...state.get(), ...changes });

  const addressOf = (verse: string) => {
    const ref = parseVerseKey(verse);
    return ref && fileAddress(state.get().reciter.pattern, ref);
  };

  function playFrom(
    position: PlaybackPosition,
    {
      seconds = 0,
      basmala = opensWithBasmala(state.get().plan, position),
      isPaused = false,
    }: { seconds?: number; basmala?: boolean; isPaused?: boolean } = {},
  ): void {
    const { plan, verse: former, timings } = state.get();
    const verse = plan.verses[position.index];
    const address = verse && addressOf(basmala ? basmalaVerse : verse);
    if (!verse || !address) return;
    cancelRest();
    const isSame = verse === former;
    change({
      status: isPaused ? "paused" : "loading",
      position,
      verse,
      basmala,
      ...(!isSame && { words: undefined }),
      timings: isSame ? timings : undefined,
    });
    if (loaded !== address) {
      audio.src = files.take(address);
      loaded = address;
    }
    audio.currentTime = seconds;
    if (!isPaused) void begin();
    void readTimes(verse);
  }

  /** Plays from the position, or waits there if playback is paused. */
  function goTo(position: PlaybackPosition): void {
    const { status, plan, verse } = state.get();
    cancelRest();
    audio.pause();
    loaded = undefined;
    change({
      status: "paused",
      position,
      verse: plan.verses[position.index] ?? verse,
      basmala: false,
      timings: undefined,
      words: undefined,
    });
    if (status !== "paused" && status !== "ended") playFrom(position);
  }

  async function begin(): Promise<void> {
    awaitData();
    const { speed } = state.get();
    // A new file would start at the default speed.
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
    audio.preservesPitch = true;
    try {
      await audio.play();
    } catch (error) {
      // The browser requires another click. All other failures are reported by the element's
      // events.
      if (error instanceof DOMException && error.name === "NotAllowedError") {
        clearTimeout(silence);
        change({ status: "paused" });
      }
    }
  }

  async function readTimes(verse: string): Promise<void> {
    const { reciter, timings } = state.get();
    const ref = parseVerseKey(verse);
    if (timings || !ref) return;
    const found = await loadTimings(reciter, ref);
    const now = state.get();
    if (now.verse === verse && now.reciter === reciter) change({ timings: found });
  }

  /** Stops if the host sends nothing. */
  function awaitData(): void {
    clearTimeout(silence);
    silence = setTimeout(fail, maxSilenceMs);
  }

  function fail(): void {
    clearTimeout(silence);
    loaded = undefined;
    audio.pause();
    change({ status: "failed" });
  }

  function prefetchNext(): void {
    const next = findNextVerse();
    const address = next && addressOf(next);
    files.keepOnly([loaded, address].filter((each) => each !== undefined));
    if (address && address !== loaded) files.prefetch(address);
  }

  function findNextVerse(): string | undefined {
    const { plan, position, verse, basmala } = state.get();
    if (basmala) return verse;
    const next = nextPosition(plan, position);
    return next && opensWithBasmala(plan, next) ? basmalaVerse : next && plan.verses[next.index];
  }

  /** If the listener has chosen to repeat each verse, waits for as long as that takes. */
  function restFor(seconds: number, after: () => void): void {
    const { rests, speed } = state.get();
    if (!rests || !Number.isFinite(seconds)) {
      after();
      return;
    }
    const resume = () => {
      rest = undefined;
      after();
    };
    rest = { timer: setTimeout(resume, (seconds / speed) * 1000), after: resume };
    change({ status: "resting" });
  }

  function cancelRest(): void {
    clearTimeout(rest?.timer);
    rest = undefined;
  }

  function advance(): void {
    const { plan, position } = state.get();
    const next = nextPosition(plan, position);
    if (next) playFrom(next);
    else if (goesOnward(plan) && goOnward()) change({ status: "loading" });
    else change({ status: "ended" });
  }

  function findRepeated(): { start: number; end: number } | undefined {
    const { words, timings, basmala } = state.get();
    return words && timings && !basmala ? findSpan(timings, words.from, words.to) : undefined;
  }

  /** What follows once a file has been played. */
  function finish(): void {
    const repeated = findRepeated();
    if (state.get().basmala) playVerse();
    else if (repeated) repeat(repeated);
    else restFor(audio.duration, advance);
  }

  /** Plays the current verse from a time, without the Basmala. */
  const playVerse = (seconds = 0): void =>
    playFrom(state.get().position, { seconds, basmala: false });

  function repeat({ start, end }: { start: number; end: number }): void {
    audio.pause();
    restFor((end - start) / 1000, () => playVerse(start / 1000));
  }

  const on = (names: string, listener: () => void) => {
    for (const name of names.split(" ")) {
      audio.addEventListener(name, listener, { signal: listeners.signal });
    }
  };
  on("playing", () => {
    clearTimeout(silence);
    change({ status: "playing" });
    prefetchNext();
  });
  on("waiting", () => {
    if (state.get().status === "playing") change({ status: "loading" });
    if (state.get().status === "loading") awaitData();
  });
  on("progress loadedmetadata", () => {
    if (state.get().status === "loading") awaitData();
  });
  on("pause", () => {
    // The event is also sent at the end of a file, and when headphones are unplugged.
    if (audio.paused && !audio.ended && state.get().status === "playing") {
      change({ status: "paused" });
    }
  });
  on("ended", () => {
    // The listener can pause between the last sound and this event.
    if (state.get().status !== "paused") finish();
  });
  on("error", () => {
    if (loaded) fail();
  });
  on("timeupdate", () => player.checkWords());

  const player: Player = {
    audio,
    state,
    play(plan, index) {
      change({ plan, words: undefined });
      playFrom(startAt(index));
    },
    goOn({ verse, verseRound, rangeRound, basmala, seconds, words, rests, isPaused }, plan) {
      change({ plan, rests });
      const index = plan.verses.indexOf(verse);
      playFrom({ index, verseRound, rangeRound }, { seconds, basmala, isPaused });
      change({ words });
    },
    toggle() {
      const { status } = state.get();
      if (status === "playing" || status === "loading" || status === "resting") player.pause();
      else player.resume();
    },
    pause() {
      clearTimeout(silence);
      clearTimeout(rest?.timer);
      audio.pause();
      change({ status: "paused" });
    },
    resume() {
      const { status, plan, position } = state.get();
      if (rest) rest.after();
      else if (status === "ended") playFrom(startAt(plan.first));
      else if (status === "failed") player.retry();
      else if (!loaded) playFrom(position);
      else if (audio.ended) finish();
      else {
        change({ status: "loading" });
        void begin();
      }
    },
    skip(verses) {
      const { plan, position, basmala } = state.get();
      const index = position.index + verses;
      if (basmala && verses === 1) playVerse();
      else if (plan.verses[index] !== undefined) {
        playFrom({ ...startAt(index), rangeRound: position.rangeRound });
      }
    },
    retry() {
      loaded = undefined;
      const { position, basmala } = state.get();
      playFrom(position, { seconds: audio.currentTime, basmala });
    },
    changePlan(changes) {
      const plan = { ...state.get().plan, ...changes };
      change({ plan });
      const { index } = state.get().position;
      // A newly chosen range is played from its beginning.
      if (index < plan.first || index > plan.last) goTo(startAt(plan.first));
    },
    setSpeed(speed) {
      change({ speed });
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
    },
    setRests(rests) {
      change({ rests });
    },
    setReciter(reciter) {
      change({ reciter });
      goTo(state.get().position);
    },
    repeatWords(words) {
      change({ words });
      const { timings } = state.get();
      const span = words && timings && findSpan(timings, words.from, words.to);
      if (span) playVerse(span.start / 1000);
    },
    checkWords() {
      const repeated = state.get().status === "playing" ? findRepeated() : undefined;
      if (repeated && audio.currentTime * 1000 >= repeated.end) repeat(repeated);
    },
    close() {
      listeners.abort();
      clearTimeout(silence);
      cancelRest();
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
      files.keepOnly([]);
    },
  };
  return player;
}
