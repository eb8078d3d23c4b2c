/** Waiting lists for full courses. */

/**
 * waiting: in line; offered: a seat is held for the student until the offer expires; taken:
 * enrolled; lapsed: the offer expired; left: by the student; closed: the course no longer accepts
 * students. The last four are final.
 */
export const waitingStatuses = ["waiting", "offered", "taken", "lapsed", "left", "closed"] as const;
export type WaitingStatus = (typeof waitingStatuses)[number];

/**
 * How many hours a released seat is held for the next student on the list. `findOfferEnd` extends
 * this to the next morning if it would end at night.
 */
export const offerHours = 24;

/**
 * A student who doesn't use this many offers of a course within this many days can't join again.
 */
export const maxUnusedOffers = 2;
export const unusedOfferDays = 7;
