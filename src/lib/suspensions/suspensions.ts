/** What staff enter when they suspend or warn a person. */
import * as z from "zod/mini";
import { getTexts } from "#translations/staff-people.ts";
import { reasonInput, seenDecision, seenInstant } from "../staff/staff.ts";
import { isCalendarDate } from "../time/time.ts";

const t = getTexts("staffPeople");

const dayMs = 24 * 60 * 60 * 1_000;
const maxDays = 10 * 366;

/** The instant at which a suspension until this date ends: when the day begins in UTC. */
export const suspensionEnd = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Whether a suspension can last until this date. */
export function isPossibleEnd(date: string): boolean {
  if (!isCalendarDate(date)) return false;
  const left = suspensionEnd(date).getTime() - Date.now();
  return left > 0 && left < maxDays * dayMs;
}

const until = z
  .string({ error: () => t("server.error.until") })
  .check(z.refine(isPossibleEnd, { error: () => t("server.error.until") }));

export const suspensionInput = z.object({
  until,
  reason: reasonInput,
  /** Whether to cancel a teacher's courses, which refunds their students. */
  refundStudents: z.optional(z.boolean()),
  /**
   * Since when the person was suspended when staff decided, or null. Of two decisions at once, the
   * second is rejected.
   */
  seenSince: z._default(seenInstant, null),
  /**
   * The latest decision about the person that the member of staff has seen, or null. Missing in
   * requests of older pages.
   */
  seenAction: z.optional(seenDecision),
});
export type SuspensionInput = z.output<typeof suspensionInput>;

export const reinstatementInput = z.object({
  reason: reasonInput,
  /**
   * Since when the person was suspended when staff decided. A suspension that has replaced it doesn't
   * end. Missing in requests of older pages.
   */
  seenSince: z.optional(seenInstant),
});
export type ReinstatementInput = z.output<typeof reinstatementInput>;

export const suspensionEndInput = z.object({
  until,
  reason: reasonInput,
  /** When the suspension was to end when staff decided. Of two changes at once, the second is rejected. */
  seenUntil: z.string().check(z.maxLength(40)),
});
export type SuspensionEndInput = z.output<typeof suspensionEndInput>;

export const warningInput = z.object({
  reason: reasonInput,
  /**
   * The latest decision about the person that the member of staff has seen, or null. Of two warnings
   * at once, the second is rejected.
   */
  seenAction: z._default(seenDecision, null),
});
export type WarningInput = z.output<typeof warningInput>;
