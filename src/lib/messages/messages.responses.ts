/** Responses about conversations, and the live events of the message stream. */
import * as z from "zod/mini";
import { roles } from "../people/people.options.ts";
import { threadKinds } from "./messages.ts";

export const messageSchema = z.object({
  _id: z.string(),
  threadId: z.string(),
  /** The message's number in its conversation, from 1 without gaps. */
  seq: z.number(),
  /** The ID that the sender chose for the message. */
  clientId: z.string(),
  author: z.object({
    _id: z.string(),
    name: z.string(),
    role: z.enum(roles),
    profileImageUrl: z.nullable(z.string()),
  }),
  text: z.string(),
  /** ISO 8601 instant in UTC. */
  sentAt: z.string(),
  /** When the author deleted the message; the text is then empty. */
  deletedAt: z.nullable(z.string()),
});
export type Message = z.output<typeof messageSchema>;

export const messagesSchema = z.array(messageSchema);

/** A page of a conversation. */
export const messagePageSchema = z.object({
  messages: messagesSchema,
  /** Whether there are more messages. */
  hasMore: z.boolean(),
});
export type MessagePage = z.output<typeof messagePageSchema>;

/** How far a person has received and read a conversation, by message number. */
export const messageProgressSchema = z.object({ deliveredSeq: z.number(), readSeq: z.number() });
export type Progress = z.output<typeof messageProgressSchema>;

/** An entry in the list of conversations: an existing conversation, or one that can be started. */
export const contactSchema = z.object({
  kind: z.enum(threadKinds),
  /** Null until someone opens the conversation. */
  threadId: z.nullable(z.string()),
  /** The other person, or null for a course. */
  profileId: z.nullable(z.string()),
  courseId: z.nullable(z.string()),
  /** The person's name or the course's title. */
  name: z.string(),
  role: z.nullable(z.enum(roles)),
  imageUrl: z.nullable(z.string()),
  canWrite: z.boolean(),
  /**
   * Set if the people share no course: a student asks a teacher something before enrolling. Null in
   * all other conversations.
   */
  question: z.nullable(
    z.object({
      /** How many messages the student can send until the teacher answers. Null without a limit. */
      remaining: z.nullable(z.number()),
      /** Why the user can't write at the moment, and what is missing in the user's profile. */
      obstacle: z.nullable(z.object({ message: z.string(), fields: z.array(z.string()) })),
    }),
  ),
  /** Whether the viewer has blocked the person. */
  isBlocked: z.boolean(),
  unread: z.number(),
  lastMessage: z.nullable(
    z.object({
      seq: z.number(),
      text: z.string(),
      authorId: z.string(),
      sentAt: z.string(),
      deletedAt: z.nullable(z.string()),
    }),
  ),
  /** How far the other person has read; null for a course. */
  otherState: z.nullable(messageProgressSchema),
});
export type Contact = z.output<typeof contactSchema>;

export const contactsSchema = z.array(contactSchema);

export const unreadSchema = z.object({ count: z.number() });
export type Unread = z.output<typeof unreadSchema>;

/** A person whom the viewer has blocked. */
const blockedPerson = z.object({ _id: z.string(), name: z.string() });
export type BlockedPerson = z.output<typeof blockedPerson>;

export const blockedSchema = z.array(blockedPerson);

/** Events sent to browsers with open conversations. */
export type LiveEvent =
  | { type: "message"; threadId: string; message: Message }
  | ({ type: "state"; threadId: string; profileId: string } & Progress)
  | { type: "typing"; threadId: string; profileId: string; name: string }
  /** The author deleted the message with this number. */
  | { type: "deleted"; threadId: string; seq: number }
  /** Events may have been missed, so the client must refetch. */
  | { type: "resync" };
