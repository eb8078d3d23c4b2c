/** Input schemas of dates, and messages about times that several nouns accept. */
import * as z from "zod/mini";
import { isCalendarDate } from "./time.ts";

export const timeInputMessages = {
  date: "Please enter a date",
  timeZone: "Please choose a time zone from the list",
} as const;

/** An existing date as YYYY-MM-DD. */
export const calendarDate = z
  .string(timeInputMessages.date)
  .check(z.refine(isCalendarDate, timeInputMessages.date));
