import { Hono } from "hono";
import * as z from "zod/mini";
import {
  blockInput,
  messageSearchQuery,
  messagesQuery,
  messageTexts,
  openThreadInput,
  reportMessageInput,
  sendMessageInput,
  threadStateInput,
} from "#lib/messages/messages.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { blockPerson, listBlocked, unblockPerson } from "./blocks.ts";
import { countUnread, findContact, listContacts, searchPeople } from "./contacts.ts";
import { deleteMessage } from "./delete-message.ts";
import { streamEvents } from "./live/message-sse.ts";
import {
  blockedData,
  contactData,
  emptyData,
  messageData,
  messageRangeData,
  progressData,
  unreadData,
} from "./messages.docs.ts";
import {
  listMessages,
  publishTyping,
  saveThreadState,
  searchMessages,
  sendMessage,
} from "./messages.ts";
import { reportMessage } from "./reports.ts";
import { openThread } from "./threads.ts";

/** /messages, under /api: everything by bearer but the events, which browsers ask for by cookie. */
export function messageRoutes(context: Context) {
  const doc = (
    summary: string,
    data: z.ZodMiniType,
    call: Omit<Parameters<typeof documented>[2], "data" | "bearer"> = {},
  ) => documented("messages", summary, { bearer: true, data, ...call });
  const missing = { 404: "No conversation of one's own" };
  return new Hono<AppEnv>()
    .get(
      "/events",
      documented("messages", "News as server-sent events, by the cookie", {
        refusals: { 403: "No profile" },
      }),
      (c) => streamEvents(context, c),
    )
    .use(authenticate(context))
    .get(
      "/contacts",
      doc("Conversations, and people to begin one with", z.array(contactData)),
      async (c) => ok(c, await listContacts(context, c.var.actor)),
    )
    .get("/unread", doc("How many messages wait to be read", unreadData), async (c) =>
      ok(c, { count: await countUnread(context, c.var.actor) }),
    )
    .get(
      "/search",
      doc("Own messages that contain the words", z.array(messageData)),
      validate("query", messageSearchQuery),
      async (c) => ok(c, await searchMessages(context, c.var.actor, c.req.valid("query").q ?? "")),
    )
    .get(
      "/people",
      doc("People to begin a conversation with, by name", z.array(contactData)),
      validate("query", messageSearchQuery),
      async (c) => ok(c, await searchPeople(context, c.var.actor, c.req.valid("query").q ?? "")),
    )
    .post(
      "/threads",
      doc("Open the conversation with a person or of a course", contactData, {
        successes: { 201: "The conversation" },
        refusals: { 403: "Somebody to whom one may not write", 404: "No course of one's own" },
      }),
      validate("json", openThreadInput),
      async (c) => {
        const threadId = await openThread(context, c.var.actor, c.req.valid("json"));
        return created(c, await findContact(context, c.var.actor, threadId));
      },
    )
    .get(
      "/threads/:id",
      doc("One conversation as the list shows it", contactData, { refusals: missing }),
      async (c) => ok(c, await findContact(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/threads/:id/messages",
      doc("A stretch of a conversation, oldest first", messageRangeData, { refusals: missing }),
      validate("query", messagesQuery),
      async (c) =>
        ok(c, await listMessages(context, c.var.actor, c.req.param("id"), c.req.valid("query"))),
    )
    .post(
      "/threads/:id/messages",
      doc("Send a message; again under the same clientId it stays one", messageData, {
        successes: { 200: "It had been sent before", 201: "Sent" },
        refusals: { ...missing, 403: "Somebody to whom one may not write", 429: "Too many" },
      }),
      validate("json", sendMessageInput),
      async (c) => {
        const id = c.req.param("id");
        const sent = await sendMessage(context, c.var.actor, id, c.req.valid("json"));
        return sent.isNew ? created(c, sent.message) : ok(c, sent.message);
      },
    )
    .put(
      "/threads/:id/state",
      doc("How far one has received and read", progressData, { refusals: missing }),
      validate("json", threadStateInput),
      async (c) =>
        ok(c, await saveThreadState(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .post(
      "/threads/:id/typing",
      doc("Tell the others that one is typing", emptyData, { refusals: missing }),
      async (c) => {
        await publishTyping(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    )
    .get("/blocks", doc("Whom one has blocked", z.array(blockedData)), async (c) =>
      ok(c, await listBlocked(context, c.var.actor)),
    )
    .post(
      "/blocks",
      doc("Block a person", emptyData, {
        successes: { 201: "Blocked" },
        refusals: { 404: "No such person" },
      }),
      validate("json", blockInput),
      async (c) => {
        await blockPerson(context, c.var.actor, c.req.valid("json").profileId);
        return created(c, null);
      },
    )
    .delete("/blocks/:profileId", doc("Take a block back", emptyData), async (c) => {
      await unblockPerson(context, c.var.actor, c.req.param("profileId"));
      return ok(c, null);
    })
    .delete(
      "/:id",
      doc("Delete the text of one's own message", emptyData, {
        refusals: { 404: "No message of one's own" },
      }),
      async (c) => {
        await deleteMessage(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: messageTexts.deleted });
      },
    )
    .post(
      "/:id/report",
      doc("Report a message to the team", emptyData, {
        successes: { 201: "Reported" },
        refusals: { 403: "One's own message", 404: "No such message", 429: "Too many" },
      }),
      validate("json", reportMessageInput),
      async (c) => {
        await reportMessage(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return created(c, null);
      },
    );
}
