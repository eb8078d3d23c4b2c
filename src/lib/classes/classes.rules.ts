/** Rules of classes that islands need without the schemas. */

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
