/** Limits of messages that islands need without the schemas. */

/** In UTF-16 code units, as form fields count them. */
export const maxMessageLength = 4000;
