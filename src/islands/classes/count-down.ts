import { getTexts } from "#translations/classes.ts";

const t = getTexts("classes");

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats milliseconds as '3 days 4 hours', '4 hours 12 minutes', '12 minutes' or '48 seconds'. */
export function countDown(milliseconds: number): string {
  const left = Math.max(Math.ceil(milliseconds / 1000), 0);
  if (left < minute) return t("duration.seconds", { seconds: left });
  if (left < hour) return t("duration.minutes", { minutes: Math.ceil(left / minute) });
  if (left < day) {
    const hours = Math.floor(left / hour);
    const minutes = Math.floor((left % hour) / minute);
    return minutes === 0
      ? t("duration.hours", { hours })
      : t("duration.hoursAndMinutes", { hours, minutes });
  }
  const hours = Math.floor((left % day) / hour);
  const days = Math.floor(left / day);
  return hours === 0 ? t("duration.days", { days }) : t("duration.daysAndHours", { days, hours });
}
