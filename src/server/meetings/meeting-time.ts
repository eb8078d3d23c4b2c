import { AppError } from "#lib/errors.ts";
import { meetingMessages } from "#lib/meetings/meetings.ts";

/** A person who joins earlier than this does not attend the meeting yet. */
export const earlyMs = 30 * 60_000;

/** When a meeting is over, by its plan. `duration` is in minutes. */
export function endOf({ startTime, duration }: { startTime: Date; duration: number }): Date {
  return new Date(startTime.getTime() + duration * 60_000);
}

/** @throws AppError `invalid_input` for a meeting that would be over already. */
export function requireFutureTime(startTime: Date, duration: number): void {
  if (endOf({ startTime, duration }).getTime() > Date.now()) return;
  const message = meetingMessages.toPast;
  throw new AppError("invalid_input", message, { fields: [{ field: "startTime", message }] });
}
