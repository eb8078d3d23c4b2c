/**
 * Hybrid clocks order the changes of several devices. They count microseconds since the epoch by
 * the server's time. Changes within the same millisecond get increasing values, and no clock is
 * lower than one that the device has already seen.
 */

/** The clock of a time in milliseconds. */
export const clockOfTime = (milliseconds: number): number => Math.floor(milliseconds) * 1_000;

export const timeOfClock = (clock: number): Date => new Date(Math.floor(clock / 1_000));

/**
 * The clock of a device's next change.
 * @param latest the highest clock that the device has issued or seen.
 */
export function nextClock(latest: number, milliseconds: number): number {
  return Math.max(clockOfTime(milliseconds), latest + 1);
}

/** Clocks that are ahead by at most this many milliseconds are kept. */
const toleranceMs = 60_000;

/** Replaces a clock that is too far ahead, because its change would override all later ones. */
export function boundClock(clock: number, milliseconds: number): number {
  return clock > clockOfTime(milliseconds + toleranceMs) ? clockOfTime(milliseconds) : clock;
}
