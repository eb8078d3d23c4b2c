/** Waiting lists: who comes next when a seat of a full course becomes free. */

/**
 * waiting: in line; offered: a seat is kept for the student until the offer ends; taken: enrolled;
 * lapsed: the offer was let pass; left: gave the place up; closed: the course takes nobody any more.
 * The last four are final.
 */
export const waitingStatuses = ["waiting", "offered", "taken", "lapsed", "left", "closed"] as const;
export type WaitingStatus = (typeof waitingStatuses)[number];

/** How long a seat that has become free is kept for the student who is next, in hours. */
export const offerHours = 2;

export const waitingMessages = {
  notFull: "There is a free seat in this course: you can enroll now.",
  missing: "You are not on the waiting list of this course.",
} as const;
