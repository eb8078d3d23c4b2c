/**
 * For how many whole seconds something that changes at an instant stays correct, at least one and
 * at most `max`.
 */
export function secondsUntil(
  instant: Date | undefined,
  { max, now = new Date() }: { max: number; now?: Date },
): number {
  if (!instant) return max;
  const left = Math.floor((instant.getTime() - now.getTime()) / 1_000);
  return Math.min(max, Math.max(1, left));
}
