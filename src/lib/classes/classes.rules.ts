/** Rules and messages of classes that islands need without the schemas. */

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

/** How many times the classes of the fullest day or week as sold may count in a day or a week. */
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

export const classMessages = {
  moved: "Class moved. We've emailed your students.",
  canceled: "Class canceled. We've emailed your students.",
  missing: "Class not found",
  past: "A class that has started can't be moved or canceled.",
  toPast: "Please choose a time in the future",
  tooFar: "Please choose a date within the next year",
  lastSold:
    "Students who paid would have no upcoming classes left that count. Move classes to another time, at least 24 hours ahead, or cancel the course, which refunds everyone.",
  notYet: "Attendance can be corrected once the class has started.",
  notEnrolled: "This student is not enrolled in the course.",
} as const;
