/** Values and rules of the form for weekly slots. */

import * as z from "zod/mini";
import { findOverlap, type TimeSlotsInput, timeSlotsInput } from "#lib/people/people.ts";
import type { ApiTimeSlot } from "#lib/people/time-slots.calls.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { nameDay } from "#lib/time/format-time.ts";
import type { Day } from "#lib/time/time.ts";
import { getTexts } from "#translations/time-slots.ts";

const t = getTexts("timeSlots");

export interface SlotRow {
  day: Day;
  startTime: string;
  endTime: string;
  isBooked: boolean;
}

export interface SlotValues {
  availableTimeSlots: SlotRow[];
}

export const newSlot: SlotRow = {
  day: "Monday",
  startTime: "09:00",
  endTime: "10:00",
  isBooked: false,
};

export const toRows = (slots: readonly ApiTimeSlot[]): SlotRow[] =>
  slots.map(({ day, startTime, endTime, isBooked = false }) => ({
    day,
    startTime,
    endTime,
    isBooked,
  }));

/** The server rejects overlapping slots. The form shows the error at the row. */
export const slotForm = timeSlotsInput.check(
  z.superRefine<TimeSlotsInput>(({ availableTimeSlots: slots }, context) => {
    const overlap = findOverlap(slots);
    if (!overlap) return;
    const [first, second] = overlap;
    context.addIssue({
      code: "custom",
      message: t("overlap", { slot: describeSlot(first) }),
      path: ["availableTimeSlots", slots.indexOf(second), "startTime"],
    });
  }),
);

/** 'Monday 09:00-10:00'. */
export const describeSlot = ({ day, startTime, endTime }: Omit<SlotRow, "isBooked">): string =>
  isolatedInRtl(t("slotTime", { day: nameDay(day), start: startTime, end: endTime }));

/** Copies the slots of a day to other days where they don't overlap existing ones. */
export function copyDay(rows: readonly SlotRow[], from: Day, to: readonly Day[]): SlotRow[] {
  const copied: SlotRow[] = [];
  for (const day of to) {
    for (const row of rows.filter((slot) => slot.day === from)) {
      const copy = { ...row, day, isBooked: false };
      const others = [...rows, ...copied].filter((slot) => slot.day === day);
      if (!findOverlap([...others, copy])) copied.push(copy);
    }
  }
  return copied;
}
