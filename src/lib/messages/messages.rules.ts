/** Limits of messages that islands need without the schemas. */

/** In UTF-16 code units, as form fields count them. */
export const maxMessageLength = 4000;

/**
 * The text of a deleted message is kept this many days for the copy to a child's guardian and for
 * reports. The privacy policy states the number.
 */
export const deletedTextDays = 14;
/** For how many minutes authors can undo the deletion of a message. */
export const restoreMinutes = 10;
