/** Weekdays and wall-clock times, in the format of the API and of forms. */
export const days = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
export type Day = (typeof days)[number];

/** The ISO number of a weekday: Monday 1 … Sunday 7. */
export function dayNumber(day: Day): number {
  return days.indexOf(day) + 1;
}

/** The weekday with an ISO number from 1 to 7. */
export function dayOfNumber(number: number): Day {
  const day = days[number - 1];
  if (!day) throw new RangeError(`No day of the week has the number ${number}`);
  return day;
}

/** 'HH:MM' on the 24-hour clock. */
export const clockTimePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether the text is a 'YYYY-MM-DD' date that exists. There is no year 0. */
export function isCalendarDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
