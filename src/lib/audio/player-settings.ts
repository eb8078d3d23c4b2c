/** The player's settings that the browser stores: speed and reciter. */

export const speeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5];

export const defaultSpeed = 1;

/** A stored speed, or the default if it isn't offered. */
export function readSpeed(stored: string | null | undefined): number {
  const speed = Number(stored);
  return speeds.includes(speed) ? speed : defaultSpeed;
}

/** The chosen reciter, or the first one if it is no longer offered. */
export function chooseReciter<Reciter extends { id: string }>(
  reciters: readonly Reciter[],
  stored: string | null | undefined,
): Reciter | undefined {
  return reciters.find(({ id }) => id === stored) ?? reciters[0];
}
