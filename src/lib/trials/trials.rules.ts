/** Rules of trial lessons that islands need without the schemas. */

/** How many hours before its start a trial lesson must be booked. */
export const trialNoticeHours = 12;

/** The maximum length of the note to the teacher. */
export const maxTrialNote = 500;
