/** Determines what a class has read from the verses that were current. */

import type { Absence } from "../../course-members/membership.ts";

/** A verse for which a recap has data. */
export interface ShownVerse {
  /** From 1 to 6,236. */
  verse: number;
  firstAt: Date;
  lastAt: Date;
  /** ISO 8601 instants. Classes of earlier versions have none. */
  visits: readonly string[];
}

export interface ReadVerse {
  verse: number;
  at: Date;
}

/** Consecutive verses that were read without leaving them. */
export interface ReadPassage {
  first: number;
  last: number;
  /** When its first and its latest verse became current. */
  startedAt: Date;
  endedAt: Date;
}

/**
 * A verse counts as read if it was current for this long, in milliseconds. The shortest verses take
 * about as long to recite, and people who only pass verses are faster.
 */
const minReadMs = 2_000;

/**
 * @param stops when sharing stopped, as ISO 8601 instants.
 * @param absences leave out what was only current during these times.
 */
export function findWhatWasRead(
  shown: readonly ShownVerse[],
  stops: readonly string[],
  absences: readonly Absence[] = [],
): { verses: ReadVerse[]; passages: ReadPassage[] } {
  const steps = absences.reduce(leaveOut, listSteps(shown, stops));
  const firstReads = new Map<number, ReadVerse>();
  const passages: ReadPassage[] = [];
  let open: ReadPassage | undefined;
  // A stop ends a passage, however short it was.
  for (const [index, { verse, at: time }] of steps.entries()) {
    if (verse === null) {
      open = undefined;
      continue;
    }
    const next = steps[index + 1];
    if (next && next.at - time < minReadMs) continue;
    const at = new Date(time);
    if (!firstReads.has(verse)) firstReads.set(verse, { verse, at });
    if (open && verse >= open.first && verse <= open.last + 1) {
      open.last = Math.max(open.last, verse);
      open.endedAt = at;
    } else {
      open = { first: verse, last: verse, startedAt: at, endedAt: at };
      passages.push(open);
    }
  }
  return { verses: [...firstReads.values()], passages };
}

interface Step {
  /** Null if sharing stopped. */
  verse: number | null;
  /** In milliseconds. */
  at: number;
}

function listSteps(shown: readonly ShownVerse[], stops: readonly string[]): Step[] {
  const visits = shown.flatMap(({ verse, firstAt, lastAt, visits }) => {
    const known = [
      firstAt.getTime(),
      ...visits.map((visit) => Date.parse(visit)),
      lastAt.getTime(),
    ];
    return [...new Set(known)].map((at) => ({ verse, at }));
  });
  const ends = stops.map((stop) => ({ verse: null, at: Date.parse(stop) }));
  return [...visits, ...ends].sort((one, other) => one.at - other.at);
}

/** The steps without those during an absence. After it, the class continues with the current verse. */
function leaveOut(steps: readonly Step[], { from, until }: Absence): Step[] {
  const start = from.getTime();
  const before = steps.filter(({ at }) => at < start);
  if (until === null) return before;
  const end = until.getTime();
  const current = steps.findLast(({ at }) => at < end);
  const after = steps.filter(({ at }) => at >= end);
  const resumed = current ? [{ verse: current.verse, at: end }] : [];
  return [...before, { verse: null, at: start }, ...resumed, ...after];
}
