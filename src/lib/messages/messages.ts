/** Messages between people who share a course, between teachers, and from students to teachers. */
import * as z from "zod/mini";
import { getTexts } from "#translations/messages.ts";
import { reportCategories } from "../cases/cases.rules.ts";
import { prose, requiredProse } from "../text/text-schemas.ts";
import { maxMessageLength } from "./messages.rules.ts";

const t = getTexts("messages");

/** The number of messages on one page of a conversation. */
export const messagePageSize = 30;
/** The maximum number of messages that a person can send per minute. */
export const messagesPerMinute = 30;
/**
 * A conversation is deleted this many months after its last message and after the end of the last
 * course that its members share. The privacy policy states the number.
 */
export const messageRetentionMonths = 12;
/** For how many minutes a message must be unread before an email is sent about it. */
export const digestAfterMinutes = 30;

export const threadKinds = ["direct", "course"] as const;
export type ThreadKind = (typeof threadKinds)[number];

const id = z.string().check(z.minLength(1), z.maxLength(64));

/** The person or course to open a conversation with. */
export const openThreadInput = z
  .object({ recipientId: z.optional(id), courseId: z.optional(id) })
  .check(
    z.refine(
      ({ recipientId, courseId }) => (recipientId === undefined) !== (courseId === undefined),
      { error: () => t("invalid.partner") },
    ),
  );
export type OpenThreadInput = z.output<typeof openThreadInput>;

export const sendMessageInput = z.object({
  text: requiredProse(maxMessageLength, () => t("invalid.text")),
  /** Chosen by the sender for each message. A repeated request with the same ID has no effect. */
  clientId: z
    .string({ error: () => t("invalid.clientId") })
    .check(z.regex(/^[\w-]{8,64}$/, { error: () => t("invalid.clientIdForm") })),
});
export type SendMessageInput = z.output<typeof sendMessageInput>;

const sequence = z.optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647)));

/** How far a person has received and read a conversation, by message number. */
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

export const reportMessageInput = z.object({
  reason: z._default(prose(1000), ""),
  category: z.optional(z.enum(reportCategories)),
});
export type ReportMessageInput = z.output<typeof reportMessageInput>;
