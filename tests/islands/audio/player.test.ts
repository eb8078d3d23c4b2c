import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPlayer, type Player } from "#islands/audio/player.ts";
import { continuePlan, readPlayback, writePlayback } from "#lib/audio/continued-playback.ts";
import { endless, type PlaybackPlan, withRange } from "#lib/audio/playback-plan.ts";
import type { VerseTimings } from "#lib/audio/timings.ts";

const reciter = {
  id: "a",
  name: "A reciter",
  pattern: "https://audio.example/{surah3}{verse3}.mp3",
  credit: "C",
  terms: "T",
  practice: false,
};
const addressOf = (verse: number) =>
  `https://audio.example/001${String(verse).padStart(3, "0")}.mp3`;

/**
 * The part of an audio element that a player uses. A test decides when something has been played.
 */
class FakeAudio extends EventTarget {
  src = "";
  currentTime = 0;
  duration = 4;
  paused = true;
  ended = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  refused = false;

  async play() {
    if (this.refused) throw new DOMException("No click", "NotAllowedError");
    this.paused = false;
    this.ended = false;
    this.dispatchEvent(new Event("playing"));
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }
  load() {}
  removeAttribute() {
    this.src = "";
  }
  /** Plays the file to its end. */
  end() {
    this.currentTime = this.duration;
    this.paused = true;
    this.ended = true;
    this.dispatchEvent(new Event("pause"));
    this.dispatchEvent(new Event("ended"));
  }
  /** Plays up to a time. */
  reach(seconds: number) {
    this.currentTime = seconds;
    this.dispatchEvent(new Event("timeupdate"));
  }
}

const plan = (changes: Partial<PlaybackPlan> = {}): PlaybackPlan => ({
  verses: ["1:1", "1:2", "1:3", "1:4"],
  first: 0,
  last: 3,
  verseRepeats: 1,
  rangeRepeats: 1,
  ...changes,
});

const timings: VerseTimings = {
  words: 4,
  segments: [0, 1, 2, 3].map((index) => ({
    word: index + 1,
    start: index * 1000,
    end: index * 1000 + 1000,
  })),
};

const files = { prefetch: vi.fn(), take: vi.fn((url: string) => url), keepOnly: vi.fn() };
const goOnward = vi.fn(() => true);
let audio: FakeAudio;
let player: Player;

function start(changes: Partial<PlaybackPlan> = {}, rests = false): void {
  const played = plan(changes);
  audio = new FakeAudio();
  const parts = {
    audio: audio as unknown as HTMLAudioElement,
    files,
    loadTimings: async () => timings,
    goOnward,
  };
  player = createPlayer(parts, { plan: played, reciter, speed: 1, rests });
  player.play(played, played.first);
}

const status = () => player.state.get().status;
const verse = () => player.state.get().verse;

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [...Object.values(files), goOnward]) mock.mockClear();
});
afterEach(() => {
  player.close();
  vi.useRealTimers();
});

describe("the player", () => {
  test("continues at the same word when the same text is shown in another mode", async () => {
    start({ verseRepeats: 2, rangeRepeats: endless }, true);
    audio.end();
    await vi.advanceTimersByTimeAsync(4_000);
    player.repeatWords({ from: 2, to: 3 });
    audio.reach(1.5);
    const { position, words, rests } = player.state.get();
    const former = {
      ...{ plan: player.state.get().plan, verse: verse(), basmala: false, words, rests },
      ...{ verseRound: position.verseRound, rangeRound: position.rangeRound, seconds: 1.5 },
      isPaused: false,
    };
    player.close();
    start();
    const shown = continuePlan(former, ["1:1", "1:2", "1:3", "1:4", "1:5"]);
    player.goOn(readPlayback(writePlayback(former)) ?? former, shown);
    expect([status(), verse(), audio.currentTime]).toEqual(["playing", "1:1", 1.5]);
    const now = player.state.get();
    expect(now.position).toEqual({ index: 0, verseRound: 2, rangeRound: 1 });
    expect([now.words, now.rests]).toEqual([{ from: 2, to: 3 }, true]);
    expect([now.plan.rangeRepeats, now.plan.verses.length]).toEqual([endless, 5]);
  });

  test("stays paused if the listener pauses in the last moment of a verse", () => {
    start();
    audio.ended = true;
    player.pause();
    audio.end();
    expect([status(), verse()]).toEqual(["paused", "1:1"]);
    player.resume();
    expect([status(), verse()]).toEqual(["playing", "1:2"]);
  });

  test("waits at the same word in another mode if it was paused", () => {
    start();
    const former = {
      ...{ plan: plan(), verse: "1:3", basmala: false, words: undefined, rests: false },
      ...{ verseRound: 1, rangeRound: 1, seconds: 1.5, isPaused: true },
    };
    player.close();
    start();
    player.pause();
    player.goOn(former, plan());
    expect([status(), verse(), audio.paused, audio.currentTime]).toEqual([
      ...["paused", "1:3", true, 1.5],
    ]);
    player.toggle();
    expect([status(), verse(), audio.src]).toEqual(["playing", "1:3", addressOf(3)]);
    expect(audio.currentTime).toBe(1.5);
  });

  test("continues with the next page in the middle of a surah, but not after a chosen range", () => {
    start({ first: 3, onward: "surah" });
    audio.end();
    expect([goOnward.mock.calls.length, status()]).toEqual([1, "loading"]);
    player.play(plan({ onward: "surah" }), 2);
    player.changePlan(withRange(player.state.get().plan, 2, 3));
    audio.end();
    audio.end();
    expect([goOnward.mock.calls.length, status()]).toEqual([1, "ended"]);
  });

  test("stops at the end if the next page can't be opened", () => {
    goOnward.mockReturnValueOnce(false);
    start({ first: 3, onward: "surah" });
    audio.end();
    expect(status()).toBe("ended");
  });

  test("plays one verse after the other, and stops at the end", () => {
    start({ last: 1 });
    expect([status(), verse(), audio.src]).toEqual(["playing", "1:1", addressOf(1)]);
    audio.end();
    expect([status(), verse(), audio.src]).toEqual(["playing", "1:2", addressOf(2)]);
    audio.end();
    expect(status()).toBe("ended");
    player.toggle();
    expect([status(), verse()]).toEqual(["playing", "1:1"]);
  });

  test("loads the next verse early, and forgets all others", () => {
    start();
    expect(files.prefetch).toHaveBeenLastCalledWith(addressOf(2));
    expect(files.keepOnly).toHaveBeenLastCalledWith([addressOf(1), addressOf(2)]);
    audio.end();
    expect(files.take).toHaveBeenLastCalledWith(addressOf(2));
    expect(files.keepOnly).toHaveBeenLastCalledWith([addressOf(2), addressOf(3)]);
  });

  test("doesn't load a verse again to repeat it", () => {
    start({ last: 0, verseRepeats: endless });
    for (let round = 2; round < 6; round += 1) {
      audio.end();
      expect(player.state.get().position.verseRound).toBe(round);
      expect(audio.currentTime).toBe(0);
    }
    expect(files.take).toHaveBeenCalledTimes(1);
  });

  test("pauses and continues where it was", () => {
    start();
    audio.reach(2);
    player.toggle();
    expect([status(), audio.paused]).toEqual(["paused", true]);
    player.toggle();
    expect([status(), audio.currentTime]).toEqual(["playing", 2]);
  });

  test("shows that it is paused when the system pauses it", () => {
    start();
    audio.pause();
    expect(status()).toBe("paused");
  });

  test("skips to the previous and next verses, but not beyond the page", () => {
    start();
    player.skip(1);
    expect(verse()).toBe("1:2");
    player.skip(-1);
    player.skip(-1);
    expect(verse()).toBe("1:1");
  });

  test("changes the speed without changing the pitch, for the next verse too", () => {
    start();
    player.setSpeed(0.5);
    expect([audio.playbackRate, audio.defaultPlaybackRate]).toEqual([0.5, 0.5]);
    audio.end();
    expect([audio.playbackRate, audio.preservesPitch]).toEqual([0.5, true]);
  });

  test("waits for another click if the browser requires one", async () => {
    start();
    audio.refused = true;
    player.skip(1);
    await vi.waitFor(() => expect(status()).toBe("paused"));
    audio.refused = false;
    player.toggle();
    expect([status(), verse()]).toEqual(["playing", "1:2"]);
  });

  test("moves to a range that doesn't contain the current verse", () => {
    start();
    player.changePlan({ first: 2, last: 3 });
    expect([status(), verse()]).toEqual(["playing", "1:3"]);
    player.pause();
    player.changePlan({ first: 0, last: 1 });
    expect([status(), verse()]).toEqual(["paused", "1:1"]);
    player.toggle();
    expect([status(), audio.src]).toEqual(["playing", addressOf(1)]);
  });
});

describe("the Basmala", () => {
  const basmala = "https://audio.example/001001.mp3";
  const first = "https://audio.example/112001.mp3";
  const verses = ["111:4", "111:5", "112:1", "112:2"];
  const now = () => [verse(), player.state.get().basmala, audio.src];

  test("is played before a surah, from the recording of 1:1", () => {
    start({ verses, first: 1 });
    expect(files.prefetch).toHaveBeenLastCalledWith(basmala);
    audio.end();
    expect(now()).toEqual(["112:1", true, basmala]);
    expect(files.prefetch).toHaveBeenLastCalledWith(first);
    audio.end();
    expect(now()).toEqual(["112:1", false, first]);
    audio.end();
    expect(verse()).toBe("112:2");
  });

  test("can be skipped, and is loaded again after a failure", () => {
    start({ verses, first: 2 });
    audio.reach(2);
    audio.dispatchEvent(new Event("error"));
    player.retry();
    expect([...now(), audio.currentTime]).toEqual(["112:1", true, basmala, 2]);
    player.skip(1);
    expect(now()).toEqual(["112:1", false, first]);
  });

  test("isn't followed by a pause, and isn't repeated with the verse or the range", () => {
    start({ verses, first: 2, verseRepeats: 2, rangeRepeats: 2 }, true);
    audio.end();
    expect([status(), ...now()]).toEqual(["playing", "112:1", false, first]);
    for (const expected of ["112:1", "112:2", "112:2", "112:1"]) {
      audio.end();
      vi.advanceTimersByTime(4_000);
      expect([verse(), player.state.get().basmala]).toEqual([expected, false]);
    }
  });

  test("isn't played before words that are repeated", async () => {
    start({ verses, first: 2 });
    await vi.waitFor(() => expect(player.state.get().timings).toBe(timings));
    player.repeatWords({ from: 2, to: 3 });
    expect([...now(), audio.currentTime]).toEqual(["112:1", false, first, 1]);
  });

  test.each([
    ["a verse that is played alone", ["112:1", "112:2"], { last: 0 }],
    ["Al-Fatihah, of which it is a verse", ["1:1", "1:2"], { last: 1 }],
    ["At-Tawbah", ["9:1", "9:2"], { last: 1 }],
  ])("isn't played before %s", (_, played, changes) => {
    start({ verses: played, ...changes });
    expect(player.state.get().basmala).toBe(false);
  });
});

describe("the pause for repeating a verse", () => {
  test("is as long as the verse at the chosen speed", () => {
    start({}, true);
    player.setSpeed(0.5);
    audio.end();
    expect([status(), verse()]).toEqual(["resting", "1:1"]);
    vi.advanceTimersByTime(7_999);
    expect(status()).toBe("resting");
    vi.advanceTimersByTime(1);
    expect([status(), verse()]).toEqual(["playing", "1:2"]);
  });

  test("can be interrupted and ended", () => {
    start({}, true);
    audio.end();
    player.toggle();
    vi.advanceTimersByTime(60_000);
    expect([status(), verse()]).toEqual(["paused", "1:1"]);
    player.toggle();
    expect([status(), verse()]).toEqual(["playing", "1:2"]);
  });
});

describe("repeated words", () => {
  const repeatWords = async (words: { from: number; to: number }, rests = false) => {
    start({}, rests);
    await vi.waitFor(() => expect(player.state.get().timings).toBe(timings));
    player.repeatWords(words);
  };

  test("begin with the first and start again after the last", async () => {
    await repeatWords({ from: 2, to: 3 });
    expect(audio.currentTime).toBe(1);
    audio.reach(2.9);
    expect(audio.currentTime).toBe(2.9);
    audio.reach(3);
    expect([status(), audio.currentTime]).toEqual(["playing", 1]);
  });

  test("start again at the end of the file too", async () => {
    await repeatWords({ from: 3, to: 4 });
    audio.end();
    expect([status(), verse(), audio.currentTime]).toEqual(["playing", "1:1", 2]);
  });

  test("are followed by a pause of the same duration if the listener wants one", async () => {
    await repeatWords({ from: 2, to: 3 }, true);
    audio.reach(3);
    expect(status()).toBe("resting");
    vi.advanceTimersByTime(2_000);
    expect([status(), audio.currentTime]).toEqual(["playing", 1]);
  });

  test("end when the listener stops them or goes to another verse", async () => {
    await repeatWords({ from: 2, to: 3 });
    player.repeatWords(undefined);
    audio.reach(3);
    expect(audio.currentTime).toBe(3);
    player.repeatWords({ from: 1, to: 1 });
    player.skip(1);
    expect(player.state.get().words).toBeUndefined();
  });
});

describe("a host that can't be reached", () => {
  test("is reported once, and another attempt continues at the same position", () => {
    start();
    audio.reach(2);
    audio.dispatchEvent(new Event("error"));
    expect(status()).toBe("failed");
    player.retry();
    expect([status(), audio.currentTime, audio.src]).toEqual(["playing", 2, addressOf(1)]);
  });

  test("is reported if it sends nothing for 15 seconds", () => {
    start();
    audio.dispatchEvent(new Event("waiting"));
    vi.advanceTimersByTime(14_999);
    audio.dispatchEvent(new Event("progress"));
    vi.advanceTimersByTime(14_999);
    expect(status()).toBe("loading");
    vi.advanceTimersByTime(1);
    expect([status(), audio.paused]).toEqual(["failed", true]);
  });
});
