/** Rules of classes that islands need without the schemas. */

/** How many minutes before its start a class can be joined. */
export const joinMinutesBefore = 10;

/** How many hours before its start a class must be announced to count as one that was sold. */
export const noticeHours = 24;

/**
 * How many days before the time that was sold a class may take place to count as that class. Later,
 * it counts if its new time was announced before the sold one, or this many days ahead.
 */
export const maxAdvanceDays = 7;
export const postponementNoticeDays = 7;

/**
 * At most this many times as many classes count in a day or a week as in the fullest one that was
 * sold.
 */
export const maxDensity = 2;

/** The phase of a class at an instant. `open`: it starts soon and can be joined. */
export type ClassPhase = "coming" | "open" | "running" | "over";

export function classPhase(
  { startsAt, endsAt }: { startsAt: string | Date; endsAt: string | Date },
  now: number,
): ClassPhase {
  const start = new Date(startsAt).getTime();
  if (now >= new Date(endsAt).getTime()) return "over";
  if (now >= start) return "running";
  return now >= start - joinMinutesBefore * 60_000 ? "open" : "coming";
}

/**
 * Whether a class doesn't count for a student because it ended before they enrolled. One that the
 * student attended, then left the course and enrolled again, counts.
 */
export function isBeforeEnrollment({
  attended,
  beforeEnrollment,
}: {
  attended?: boolean | undefined;
  beforeEnrollment?: boolean | undefined;
}): boolean {
  return beforeEnrollment === true && !attended;
}
