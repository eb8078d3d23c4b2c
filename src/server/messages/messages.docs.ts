/** The shapes of `data` in the answers about messages, for OpenAPI. */
import * as z from "zod/mini";
import { type Contact, type Message, type Progress, threadKinds } from "#lib/messages/messages.ts";
import { roles } from "#lib/people/people.options.ts";

const text = z.string();
const number = z.number();

export const messageData: z.ZodMiniType<Message> = z.object({
  _id: text,
  threadId: text,
  seq: number,
  clientId: text,
  author: z.object({
    _id: text,
    name: text,
    role: z.enum(roles),
    profileImageUrl: z.nullable(text),
  }),
  text,
  sentAt: text,
  deletedAt: z.nullable(text),
});

export const progressData: z.ZodMiniType<Progress> = z.object({
  deliveredSeq: number,
  readSeq: number,
});

export const contactData: z.ZodMiniType<Contact> = z.object({
  kind: z.enum(threadKinds),
  threadId: z.nullable(text),
  profileId: z.nullable(text),
  courseId: z.nullable(text),
  name: text,
  role: z.nullable(z.enum(roles)),
  imageUrl: z.nullable(text),
  canWrite: z.boolean(),
  isBlocked: z.boolean(),
  unread: number,
  lastMessage: z.nullable(
    z.object({
      seq: number,
      text,
      authorId: text,
      sentAt: text,
      deletedAt: z.nullable(text),
    }),
  ),
  otherState: z.nullable(progressData),
});

export const blockedData = z.object({ _id: text, name: text });
export const messageRangeData = z.object({ messages: z.array(messageData), hasMore: z.boolean() });
export const unreadData = z.object({ count: number });
export const emptyData = z.null();
