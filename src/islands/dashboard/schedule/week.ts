/** A week of time slots, day by day. */
import type { ApiTimeSlot } from "#lib/people/time-slots.calls.ts";
import { type Day, days } from "#lib/time/time.ts";
import { getTexts } from "#translations/schedule.ts";

const t = getTexts("schedule");

export interface SlotDay {
  day: Day;
  /** Sorted by time. */
  slots: ApiTimeSlot[];
}

/** All seven days, including those without slots. */
export function listDays(slots: readonly ApiTimeSlot[]): SlotDay[] {
  return days.map((day) => ({
    day,
    slots: slots
      .filter((slot) => slot.day === day)
      .sort((a, b) => (a.startTime < b.startTime ? -1 : 1)),
  }));
}

export interface DayStatus {
  text: string;
  kind: "none" | "free" | "booked";
}

/** Status of a day: 'No Slots', 'All Available' or 'N Booked / M Total'. */
export function describeDay(slots: readonly ApiTimeSlot[]): DayStatus {
  const booked = slots.filter(({ isBooked }) => isBooked).length;
  if (slots.length === 0) return { text: t("noSlots"), kind: "none" };
  if (booked === 0) return { text: t("allAvailable"), kind: "free" };
  return { text: t("someBooked", { booked, count: slots.length }), kind: "booked" };
}
