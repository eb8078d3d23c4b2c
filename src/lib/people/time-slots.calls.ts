/** API calls about a teacher's weekly time slots. */

import { getTexts } from "#translations/profile-errors.ts";
import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { TimeSlotView } from "./people.responses.ts";
import type { TimeSlotsInput, WeeklyTime } from "./people.ts";

const t = getTexts("profileErrors");

/** A weekly slot. An unsaved slot has no ID. */
export type ApiTimeSlot = WeeklyTime & Partial<Pick<TimeSlotView, "_id" | "isBooked">>;

const pathOf = (teacherId: string) => `/teachers/${encodeURIComponent(teacherId)}/timeslots`;

/** Fetches the slots, sorted by day and time in the teacher's time zone. */
export async function fetchTimeSlots(teacherId: string): Promise<ApiTimeSlot[]> {
  const body = await callApi(
    pathOf(teacherId),
    { fallback: t("slotsNotLoaded") },
    generalMessages.noToken,
  );
  return readList<ApiTimeSlot>(body, "availableTimeSlots");
}

/** Replaces all of the teacher's slots. @returns the saved slots. */
export async function saveTimeSlots(
  teacherId: string,
  input: TimeSlotsInput,
): Promise<ApiTimeSlot[]> {
  const body = await callApi(
    pathOf(teacherId),
    { method: "PUT", body: input, fallback: t("slotsNotSaved") },
    generalMessages.noToken,
  );
  return readList<ApiTimeSlot>(body, "availableTimeSlots");
}
