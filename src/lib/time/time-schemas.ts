/** Input schemas of dates, and messages about times that several nouns accept. */
import * as z from "zod/mini";
import { getTexts } from "#translations/inputs.ts";
import { isCalendarDate } from "./time.ts";

const t = getTexts("inputs");

export const timeInputMessages = {
  get date() {
    return t("date");
  },
  get timeZone() {
    return t("timeZone");
  },
};

const date = { error: () => timeInputMessages.date };

/** An existing date as YYYY-MM-DD. */
export const calendarDate = z.string(date).check(z.refine(isCalendarDate, date));
