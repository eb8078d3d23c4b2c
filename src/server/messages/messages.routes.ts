import { Hono } from "hono";
import type * as z from "zod/mini";
import {
  blockedSchema,
  contactSchema,
  contactsSchema,
  messagePageSchema,
  messageProgressSchema,
  messageSchema,
  messagesSchema,
  unreadSchema,
} from "#lib/messages/messages.responses.ts";
import {
  blockInput,
  messageSearchQuery,
  messagesQuery,
  openThreadInput,
  reportMessageInput,
  sendMessageInput,
  threadStateInput,
} from "#lib/messages/messages.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate, authenticateAutomatic } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type CallDescription, documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { blockPerson, listBlocked, unblockPerson } from "./blocks.ts";
import { countUnread, findContact, listContacts, searchPeople } from "./contacts.ts";
import { deleteMessage, restoreMessage } from "./delete-message.ts";
import { streamEvents } from "./live/message-sse.ts";
import {
  listMessages,
  publishTyping,
  saveThreadState,
  searchMessages,
  sendMessage,
} from "./messages.ts";
import { reportMessage } from "./reports.ts";
import { openThread } from "./threads.ts";

const t = getTexts("messages");

/**
 * Mounted under /api/messages. Requests use bearer tokens, except for the event stream, for which
 * browsers send their cookie.
 */
export function messageRoutes(context: Context) {
  const doc = (
    summary: string,
    data: z.ZodMiniType,
    call: Omit<CallDescription, "data" | "bearer"> = {},
  ) => documented("messages", summary, { bearer: true, data, ...call });
  const missing = { 404: "Not a participant in the conversation" };
  return new Hono<AppEnv>()
    .get(
      "/events",
      documented("messages", "Message events as server-sent events, authenticated by the cookie", {
        contentType: "text/event-stream",
        refusals: { 403: "No profile" },
      }),
      (c) => streamEvents(context, c),
    )
    .put(
      "/threads/:id/state",
      authenticateAutomatic(context),
      doc("Mark messages as received and read", messageProgressSchema, {
        description: "Beyond 120 calls a minute, nothing changes.",
        refusals: missing,
      }),
      validate("json", threadStateInput),
      async (c) =>
        ok(c, await saveThreadState(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .post(
      "/threads/:id/typing",
      authenticateAutomatic(context),
      doc("Notify the others that the user is typing", noData, {
        description: "Beyond 60 calls a minute, nobody is notified.",
        refusals: missing,
      }),
      async (c) => {
        await publishTyping(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    )
    .use(authenticate(context))
    .get(
      "/contacts",
      doc("Conversations, and people to start one with", contactsSchema),
      async (c) => ok(c, await listContacts(context, c.var.actor)),
    )
    .get("/unread", doc("The number of unread messages", unreadSchema), async (c) =>
      ok(c, { count: await countUnread(context, c.var.actor) }),
    )
    .get(
      "/search",
      doc("Search the user's messages by text", messagesSchema),
      validate("query", messageSearchQuery),
      async (c) => ok(c, await searchMessages(context, c.var.actor, c.req.valid("query").q ?? "")),
    )
    .get(
      "/people",
      doc("People to start a conversation with, by name", contactsSchema),
      validate("query", messageSearchQuery),
      async (c) => ok(c, await searchPeople(context, c.var.actor, c.req.valid("query").q ?? "")),
    )
    .post(
      "/threads",
      doc("Open the conversation with a person or of a course", contactSchema, {
        successes: { 201: "The conversation" },
        refusals: {
          400: "The student has to enter an age or a guardian first",
          403: "The user can't write to this person",
          404: "Not a member of the course",
          409: "The student can't ask this teacher something at the moment",
        },
      }),
      validate("json", openThreadInput),
      async (c) => {
        const threadId = await openThread(context, c.var.actor, c.req.valid("json"));
        return created(c, await findContact(context, c.var.actor, threadId));
      },
    )
    .get(
      "/threads/:id",
      doc("One conversation, as in the list", contactSchema, { refusals: missing }),
      async (c) => ok(c, await findContact(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/threads/:id/messages",
      doc("A page of a conversation, oldest first", messagePageSchema, { refusals: missing }),
      validate("query", messagesQuery),
      async (c) =>
        ok(c, await listMessages(context, c.var.actor, c.req.param("id"), c.req.valid("query"))),
    )
    .post(
      "/threads/:id/messages",
      doc("Send a message; repeating it with the same clientId has no effect", messageSchema, {
        successes: { 200: "The message was already sent", 201: "Sent" },
        refusals: {
          ...missing,
          400: "The student has to enter an age or a guardian first",
          403: "The user can't write to this person",
          409: "The student can't ask this teacher something at the moment",
          429: "Too many messages",
        },
      }),
      validate("json", sendMessageInput),
      async (c) => {
        const id = c.req.param("id");
        const sent = await sendMessage(context, c.var.actor, id, c.req.valid("json"));
        return sent.isNew ? created(c, sent.message) : ok(c, sent.message);
      },
    )
    .get("/blocks", doc("The people whom the user has blocked", blockedSchema), async (c) =>
      ok(c, await listBlocked(context, c.var.actor)),
    )
    .post(
      "/blocks",
      doc("Block a person", noData, {
        successes: { 201: "Blocked" },
        refusals: { 404: "Person not found" },
      }),
      validate("json", blockInput),
      async (c) => {
        await blockPerson(context, c.var.actor, c.req.valid("json").profileId);
        return created(c, null);
      },
    )
    .delete("/blocks/:profileId", doc("Unblock a person", noData), async (c) => {
      await unblockPerson(context, c.var.actor, c.req.param("profileId"));
      return ok(c, null);
    })
    .delete(
      "/:id",
      doc("Delete the text of the user's own message", noData, {
        refusals: { 404: "Not the user's own message" },
      }),
      async (c) => {
        await deleteMessage(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: t("server.deleted") });
      },
    )
    .post(
      "/:id/restore",
      doc("Undo the deletion of the user's own message, within ten minutes", noData, {
        refusals: { 404: "Not the user's own message", 409: "Deleted too long ago" },
      }),
      async (c) => {
        await restoreMessage(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: t("server.restored") });
      },
    )
    .post(
      "/:id/report",
      doc("Report a message to staff", noData, {
        successes: { 201: "Reported" },
        refusals: {
          403: "The user's own message",
          404: "Message not found",
          429: "Too many reports",
        },
      }),
      validate("json", reportMessageInput),
      async (c) => {
        await reportMessage(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return created(c, null);
      },
    );
}
