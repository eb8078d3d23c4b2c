/** Messages between people who share a course, and between teachers. */
import * as z from "zod/mini";
import type { Role } from "../people/people.options.ts";
import { prose, requiredProse } from "../text/text-schemas.ts";

/** How many messages one look into a conversation's history brings. */
export const messagePageSize = 30;
/** In UTF-16 units, as fields count them. */
export const maxMessageLength = 4000;
/** How many messages a person may send per minute. */
export const messagesPerMinute = 30;
/**
 * A conversation is deleted so many months after its last message, and after the end of the last
 * course that its people share. The privacy policy names the number.
 */
export const messageRetentionMonths = 12;
/** Minutes after which unread messages are told of by mail, once. */
export const digestAfterMinutes = 30;

export const threadKinds = ["direct", "course"] as const;
export type ThreadKind = (typeof threadKinds)[number];

export interface Message {
  _id: string;
  threadId: string;
  /** The message's number in its thread, from 1 without gaps. */
  seq: number;
  /** The sender's own name for the message. */
  clientId: string;
  author: { _id: string; name: string; role: Role; profileImageUrl: string | null };
  text: string;
  /** Instant in ISO 8601, UTC. */
  sentAt: string;
  /** When the author deleted it; its text is empty since. */
  deletedAt: string | null;
}

/** A stretch of a conversation. */
export interface MessagePage {
  messages: Message[];
  /** Whether there are others beyond it. */
  hasMore: boolean;
}

/** How far somebody has received and read a conversation, by message number. */
export interface Progress {
  deliveredSeq: number;
  readSeq: number;
}

/** A conversation as the list shows it: one that exists, or one that could. */
export interface Contact {
  kind: ThreadKind;
  /** Null as long as nobody has opened the conversation. */
  threadId: string | null;
  /** The other person, or null for a course. */
  profileId: string | null;
  courseId: string | null;
  /** The person's name or the course's title. */
  name: string;
  role: Role | null;
  imageUrl: string | null;
  canWrite: boolean;
  /** Whether the viewer has blocked the person. */
  isBlocked: boolean;
  unread: number;
  lastMessage:
    | (Pick<Message, "seq" | "text" | "sentAt" | "deletedAt"> & { authorId: string })
    | null;
  /** How far the other person has come; null for a course. */
  otherState: Progress | null;
}

/** Somebody whom the viewer has blocked. */
export interface BlockedPerson {
  _id: string;
  name: string;
}

/** What a browser that looks at conversations is told while it does. */
export type LiveEvent =
  | { type: "message"; threadId: string; message: Message }
  | ({ type: "state"; threadId: string; profileId: string } & Progress)
  | { type: "typing"; threadId: string; profileId: string; name: string }
  /** The author deleted the message of this number. */
  | { type: "deleted"; threadId: string; seq: number }
  /** Something may have been missed: look again. */
  | { type: "resync" };

export const messageTexts = {
  noThread: "Conversation not found",
  mayNotWrite: "You can't write to this person.",
  noMessage: "Message not found",
  ownMessage: "This is your own message.",
  deleted: "Message deleted",
  tooManyStreams: "Messages are open in too many places. Please close some of them.",
  tooMany: "You have sent many messages in a short time. Please wait a minute.",
} as const;

const id = z.string().check(z.minLength(1), z.maxLength(64));

/** With whom, or in which course, a conversation is to be opened. */
export const openThreadInput = z
  .object({ recipientId: z.optional(id), courseId: z.optional(id) })
  .check(
    z.refine(
      ({ recipientId, courseId }) => (recipientId === undefined) !== (courseId === undefined),
      "Please name either a person or a course.",
    ),
  );
export type OpenThreadInput = z.output<typeof openThreadInput>;

export const sendMessageInput = z.object({
  text: requiredProse(maxMessageLength, "Please write a message."),
  /** Chosen by the sender for each message: sending it again under the same one changes nothing. */
  clientId: z
    .string("Please name the message.")
    .check(z.regex(/^[\w-]{8,64}$/, "Please name the message with 8 to 64 letters.")),
});
export type SendMessageInput = z.output<typeof sendMessageInput>;

const sequence = z.optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647)));

/** How far somebody has received and read a conversation, by message number. */
export const threadStateInput = z.object({ deliveredSeq: sequence, readSeq: sequence });
export type ThreadStateInput = z.output<typeof threadStateInput>;

const queryNumber = z.optional(
  z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)),
);

/** Messages older than `before`, or newer than `after`, by message number. */
export const messagesQuery = z.object({
  before: queryNumber,
  after: queryNumber,
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)),
    messagePageSize,
  ),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

export const messageSearchQuery = z.object({ q: z.optional(z.string().check(z.maxLength(200))) });

export const blockInput = z.object({ profileId: id });

export const reportMessageInput = z.object({ reason: z._default(prose(1000), "") });
export type ReportMessageInput = z.output<typeof reportMessageInput>;
