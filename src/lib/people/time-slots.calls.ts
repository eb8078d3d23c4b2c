/** Calls about a teacher's weekly time slots. */

import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import type { TimeSlotView } from "./people.responses.ts";
import type { TimeSlotsInput, WeeklyTime } from "./people.ts";

/** A weekly slot. One that isn't saved yet has no ID. */
export type ApiTimeSlot = WeeklyTime & Partial<Pick<TimeSlotView, "_id" | "isBooked">>;

const pathOf = (teacherId: string) => `/teachers/${encodeURIComponent(teacherId)}/timeslots`;
const needed = "Authentication token not found. Please log in again.";

/** The slots in the order of the week, by the teacher's clock. */
export async function fetchTimeSlots(teacherId: string): Promise<ApiTimeSlot[]> {
  const body = await callApi(pathOf(teacherId), { fallback: "Failed to fetch time slots" }, needed);
  return readList<ApiTimeSlot>(body, "availableTimeSlots");
}

/** Puts these slots in place of the teacher's own, and gives what they became. */
export async function saveTimeSlots(
  teacherId: string,
  input: TimeSlotsInput,
): Promise<ApiTimeSlot[]> {
  const body = await callApi(
    pathOf(teacherId),
    { method: "PUT", body: input, fallback: "Failed to update time slots" },
    needed,
  );
  return readList<ApiTimeSlot>(body, "availableTimeSlots");
}
