/** Waiting lists for full courses. */

/**
 * waiting: in line; offered: a seat is held for the student until the offer expires; taken:
 * enrolled; lapsed: the offer expired; left: by the student; closed: the course no longer accepts
 * students. The last four are final.
 */
export const waitingStatuses = ["waiting", "offered", "taken", "lapsed", "left", "closed"] as const;
export type WaitingStatus = (typeof waitingStatuses)[number];

/** How many hours a released seat is held for the next student on the list. */
export const offerHours = 2;

export const waitingMessages = {
  notFull: "A seat is available in this course. You can enroll now.",
  missing: "You are not on the waiting list for this course.",
} as const;
