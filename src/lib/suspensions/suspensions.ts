/** What staff enter when they suspend or warn a person. */
import * as z from "zod/mini";
import { getTexts } from "#translations/staff-people.ts";
import { reasonInput } from "../staff/staff.ts";
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

export const suspensionInput = z.object({
  until: z
    .string({ error: () => t("server.error.until") })
    .check(z.refine(isPossibleEnd, { error: () => t("server.error.until") })),
  reason: reasonInput,
  /** Whether to cancel a teacher's courses, which refunds their students. */
  refundStudents: z.optional(z.boolean()),
  /**
   * Since when the person was suspended when staff decided, or null. Of two decisions at once, the
   * second is rejected.
   */
  seenSince: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
});
export type SuspensionInput = z.output<typeof suspensionInput>;
