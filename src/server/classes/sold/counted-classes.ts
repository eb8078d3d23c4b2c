/**
 * Which classes count as those that a seat was sold with. A class counts if its student knew about it
 * in time, if it isn't too far from the time of one that was sold, and if classes aren't packed much
 * more densely than those sold.
 */
import {
  maxAdvanceDays,
  maxDensity,
  noticeHours,
  postponementNoticeDays,
} from "#lib/classes/classes.rules.ts";

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

export interface CountableClass {
  startsAt: Date;
  endsAt: Date;
  /** When students were first able to know the start; null if before the course was sold. */
  announcedAt: Date | null;
}

export interface SoldSeat {
  createdAt: Date;
  /**
   * In chronological order. Seats sold before starts were recorded may have fewer starts than
   * classes.
   */
  soldStarts: readonly Date[];
  soldClasses: number;
  soldMaxMinutes: number;
}

/** Instants in milliseconds. */
interface Time {
  start: number;
  end: number;
  /** `-Infinity` if the student knew the start when enrolling. */
  announced: number;
}

/**
 * Counts the classes and their minutes, and finds the last of them. One long night can't replace a
 * whole course, because a class counts at most for as long as the longest one that was sold.
 * @param classes those that took place since the seat was sold, or are scheduled, in order.
 */
export function countTowardSold(
  seat: SoldSeat,
  classes: readonly CountableClass[],
): { classes: number; minutes: number; lastStart: Date | null } {
  const sold = seat.soldStarts.map((start) => start.getTime());
  const known = classes.map((given) => toTime(given, seat)).filter(isAnnouncedInTime);
  const counted =
    sold.length === 0
      ? known
      : limitDensity(
          known.filter((given) => sold.some((start) => replaces(given, start))),
          sold,
        );
  const matched = countMatches(counted, sold);
  const unknown = Math.max(0, seat.soldClasses - sold.length);
  const minutes = counted.map(({ start, end }) =>
    Math.min((end - start) / minute, seat.soldMaxMinutes),
  );
  return {
    classes: matched + Math.min(unknown, counted.length - matched),
    minutes: minutes.reduce((sum, each) => sum + each, 0),
    lastStart: toDate(counted.at(-1)?.start),
  };
}

function toDate(instant: number | undefined): Date | null {
  return instant === undefined ? null : new Date(instant);
}

function toTime({ startsAt, endsAt, announcedAt }: CountableClass, { createdAt }: SoldSeat): Time {
  const isKnown = announcedAt === null || announcedAt <= createdAt;
  return {
    start: startsAt.getTime(),
    end: endsAt.getTime(),
    announced: isKnown ? Number.NEGATIVE_INFINITY : announcedAt.getTime(),
  };
}

function isAnnouncedInTime({ start, announced }: Time): boolean {
  return start - announced >= noticeHours * hour;
}

/**
 * Whether a class replaces one that was sold with this start. The new time of a postponed class must
 * be announced before the class would have started, or well in advance. Otherwise, it could be
 * postponed day after day.
 */
function replaces({ start, announced }: Time, sold: number): boolean {
  if (start <= sold) return sold - start <= maxAdvanceDays * day;
  return announced <= sold || start - announced >= postponementNoticeDays * day;
}

/** Leaves out classes beyond a multiple of the maximum that was sold for a day or a week. */
function limitDensity(classes: readonly Time[], sold: readonly number[]): Time[] {
  const limits = [day, 7 * day].map((period) => ({
    period,
    max: maxDensity * countDensest(sold, period),
  }));
  const kept: Time[] = [];
  for (const given of classes) {
    const isDense = limits.some(({ period, max }) => {
      const earlier = kept.at(-max);
      return earlier !== undefined && given.start - earlier.start < period;
    });
    if (!isDense) kept.push(given);
  }
  return kept;
}

/** The maximum number of starts within any period of this length. */
function countDensest(starts: readonly number[], period: number): number {
  let from = 0;
  let most = 0;
  for (const [index, start] of starts.entries()) {
    while (start - (starts[from] ?? start) >= period) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/**
 * The maximum number of pairs of a class and one that was sold, both in order. A class that is
 * postponed repeatedly can't take the place of the next one.
 */
function countMatches(given: readonly Time[], sold: readonly number[]): number {
  // If the first or the last pair matches, there is a best solution that contains it.
  const isMatch = (a: number, b: number) => {
    const [each, start] = [given.at(a), sold.at(b)];
    return each !== undefined && start !== undefined && replaces(each, start);
  };
  const shorter = Math.min(given.length, sold.length);
  let first = 0;
  while (first < shorter && isMatch(first, first)) first += 1;
  let last = 0;
  while (first + last < shorter && isMatch(-1 - last, -1 - last)) last += 1;
  const restGiven = given.slice(first, given.length - last);
  const restSold = sold.slice(first, sold.length - last);
  // For each number of given classes, the best count with the sold ones so far.
  let best = new Array<number>(restGiven.length + 1).fill(0);
  for (const start of restSold) {
    const next = [0];
    for (const [index, each] of restGiven.entries()) {
      const skipped = Math.max(next[index] ?? 0, best[index + 1] ?? 0);
      next.push(replaces(each, start) ? Math.max(skipped, (best[index] ?? 0) + 1) : skipped);
    }
    best = next;
  }
  return first + last + (best.at(-1) ?? 0);
}
