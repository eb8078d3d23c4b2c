import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("meetings");

/** Joining earlier than this before the start doesn't count as attendance. */
export const earlyMs = 30 * 60_000;

/** The planned end of a meeting. `duration` is in minutes. */
export function endOf({ startTime, duration }: { startTime: Date; duration: number }): Date {
  return new Date(startTime.getTime() + duration * 60_000);
}

/** @throws AppError `invalid_input` if the meeting would already have ended. */
export function requireFutureTime(startTime: Date, duration: number): void {
  if (endOf({ startTime, duration }).getTime() > Date.now()) return;
  const message = t("server.toPast");
  throw new AppError("invalid_input", message, { fields: [{ field: "startTime", message }] });
}
