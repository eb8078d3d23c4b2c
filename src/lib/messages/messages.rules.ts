/** Limits and messages of messages that islands need without the schemas. */

/** In UTF-16 code units, as form fields count them. */
export const maxMessageLength = 4000;

export const conversationMessages = {
  noThread: "Conversation not found",
  mayNotWrite: "You can't write to this person.",
  noMessage: "Message not found",
  ownMessage: "You can't report your own message.",
  deleted: "Message deleted",
  tooManyStreams: "Your messages are open in too many tabs. Please close some of them.",
  tooMany: "You have sent many messages in a short time. Please wait a minute.",
} as const;
