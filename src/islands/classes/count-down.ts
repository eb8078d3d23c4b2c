const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const counted = (count: number, unit: string) => `${count} ${count === 1 ? unit : `${unit}s`}`;

/** Formats milliseconds as '3 days 4 hours', '4 hours 12 minutes', '12 minutes' or '48 seconds'. */
export function countDown(milliseconds: number): string {
  const left = Math.max(Math.ceil(milliseconds / 1000), 0);
  if (left < minute) return counted(left, "second");
  if (left < hour) return counted(Math.ceil(left / minute), "minute");
  if (left < day) {
    const hours = Math.floor(left / hour);
    const minutes = Math.floor((left % hour) / minute);
    return minutes === 0
      ? counted(hours, "hour")
      : `${counted(hours, "hour")} ${counted(minutes, "minute")}`;
  }
  const hours = Math.floor((left % day) / hour);
  const days = counted(Math.floor(left / day), "day");
  return hours === 0 ? days : `${days} ${counted(hours, "hour")}`;
}
