/**
 * Playback that continues after the page has changed: on the next page from its beginning, or at the same word if
 * the same text is shown in another way.
 */
import { endless, type PlaybackPlan } from "./playback-plan.ts";

/** What was being played when the page was left. It is stored as JSON. */
export interface PlaybackState {
  plan: PlaybackPlan;
  /** Rounds are counted from 1. */
  verseRound: number;
  rangeRound: number;
  /** As in '2:255'. */
  verse: string;
  basmala: boolean;
  /** Where in the recording, in seconds. */
  seconds: number;
  words: { from: number; to: number } | undefined;
  rests: boolean;
  /** Whether the listener had paused it. */
  isPaused: boolean;
}

/** What is remembered instead if the page continues what was played from a verse of the page before. */
export const onwardMark = "onward";

/** JSON has no infinite numbers. */
const endlessMark = "endless";

export const writePlayback = (state: PlaybackState): string =>
  JSON.stringify(state, (_key, value: unknown) => (value === endless ? endlessMark : value));

/** Undefined if the text is something else, such as the mark of the link to the next page. */
export function readPlayback(text: string): PlaybackState | undefined {
  try {
    const read: unknown = JSON.parse(text, (_key, value: unknown) =>
      value === endlessMark ? endless : value,
    );
    return typeof read === "object" && read !== null && "plan" in read && "verse" in read
      ? (read as PlaybackState)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The plan for the verses of the page that is shown now. If they don't contain what remains to be played, the
 * former plan continues, without being followed in the text.
 */
export function continuePlan(
  { plan, verse }: Pick<PlaybackState, "plan" | "verse">,
  verses: readonly string[],
): PlaybackPlan {
  const index = verses.indexOf(verse);
  const first = verses.indexOf(plan.verses[plan.first] ?? "");
  // What plays to the end of the page plays to the end of the new one.
  const isToEnd =
    plan.last === plan.verses.length - 1 &&
    plan.rangeRepeats === 1 &&
    (plan.first < plan.last || plan.onward !== undefined);
  const last = isToEnd ? verses.length - 1 : verses.indexOf(plan.verses[plan.last] ?? "");
  const isShown = index >= 0 && last >= index && (first >= 0 || plan.rangeRepeats === 1);
  return isShown ? { ...plan, verses, first: first < 0 ? index : first, last } : plan;
}
