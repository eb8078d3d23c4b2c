// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TimeTexts {
  invalid: null;
  unspecified: null;
  "weekday.0": null;
  "weekday.1": null;
  "weekday.2": null;
  "weekday.3": null;
  "weekday.4": null;
  "weekday.5": null;
  "weekday.6": null;
  "shortWeekday.0": null;
  "shortWeekday.1": null;
  "shortWeekday.2": null;
  "shortWeekday.3": null;
  "shortWeekday.4": null;
  "shortWeekday.5": null;
  "shortWeekday.6": null;
  "month.1": null;
  "month.2": null;
  "month.3": null;
  "month.4": null;
  "month.5": null;
  "month.6": null;
  "month.7": null;
  "month.8": null;
  "month.9": null;
  "month.10": null;
  "month.11": null;
  "month.12": null;
  "shortMonth.1": null;
  "shortMonth.2": null;
  "shortMonth.3": null;
  "shortMonth.4": null;
  "shortMonth.5": null;
  "shortMonth.6": null;
  "shortMonth.7": null;
  "shortMonth.8": null;
  "shortMonth.9": null;
  "shortMonth.10": null;
  "shortMonth.11": null;
  "shortMonth.12": null;
  shortDate: { month: string | number; day: string | number; year: string | number };
  longDate: { month: string | number; day: string | number; year: string | number };
  longDateInYear: { month: string | number; day: string | number };
  dateWithWeekday: { weekday: string | number; date: string | number };
  monthOfYear: { month: string | number; year: string | number };
  clock: { time: string | number; offset: string | number };
  twelveHours: { period: string; time: string | number };
  instant: { date: string | number; clock: string | number };
  dates: { first: string | number; last: string | number };
  datesInYear: { month: string | number; day: string | number; last: string | number };
  datesInMonth: {
    month: string | number;
    first: string | number;
    last: string | number;
    year: string | number;
  };
  times: { start: string | number; end: string | number };
  span: { start: string | number; end: string | number };
  spanOfDays: {
    firstDay: string | number;
    start: string | number;
    lastDay: string | number;
    end: string | number;
  };
  minutesLeft: { minutes: string | number };
  hoursLeft: { hours: string | number; minutes: string };
  zone: { zone: string | number; offset: string | number };
  today: null;
  tomorrow: null;
  in: { duration: string | number };
  "server.start": { day: string | number; clock: string | number };
  "server.startIn": { day: string | number; clock: string | number; until: string | number };
}

export const getTexts = createTexts<"time", TimeTexts>("time");
