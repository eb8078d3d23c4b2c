import { Hono } from "hono";
import {
  blockInput,
  messageSearchQuery,
  messagesQuery,
  openThreadInput,
  reportMessageInput,
  sendMessageInput,
  threadStateInput,
} from "#lib/messages.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { countUnread, findContact, listContacts } from "./contacts.ts";
import { streamEvents } from "./events.ts";
import {
  listMessages,
  saveThreadState,
  searchMessages,
  sendMessage,
  tellTyping,
} from "./messages.ts";
import { blockPerson, reportMessage, unblockPerson } from "./safety.ts";
import { openThread } from "./threads.ts";

/** /messages, under /api: everything by bearer but the events, which browsers ask for by cookie. */
export function messageRoutes(context: Context) {
  const doc = (summary: string) => documented("messages", summary, { bearer: true });
  return new Hono<AppEnv>()
    .get("/events", documented("messages", "News as server-sent events, by the cookie"), (c) =>
      streamEvents(context, c),
    )
    .use(authenticate(context))
    .get("/contacts", doc("Conversations, and people to begin one with"), async (c) =>
      ok(c, await listContacts(context, c.var.actor)),
    )
    .get("/unread", doc("How many messages wait to be read"), async (c) =>
      ok(c, { count: await countUnread(context, c.var.actor) }),
    )
    .get(
      "/search",
      doc("Own messages that contain the words"),
      validate("query", messageSearchQuery),
      async (c) => ok(c, await searchMessages(context, c.var.actor, c.req.valid("query").q ?? "")),
    )
    .post(
      "/threads",
      doc("Open the conversation with a person or of a course"),
      validate("json", openThreadInput),
      async (c) => {
        const threadId = await openThread(context, c.var.actor, c.req.valid("json"));
        return created(c, await findContact(context, c.var.actor, threadId));
      },
    )
    .get("/threads/:id", doc("One conversation as the list shows it"), async (c) =>
      ok(c, await findContact(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/threads/:id/messages",
      doc("A stretch of a conversation, oldest first"),
      validate("query", messagesQuery),
      async (c) =>
        ok(c, await listMessages(context, c.var.actor, c.req.param("id"), c.req.valid("query"))),
    )
    .post(
      "/threads/:id/messages",
      doc("Send a message; again under the same clientId it stays one"),
      validate("json", sendMessageInput),
      async (c) => {
        const id = c.req.param("id");
        const sent = await sendMessage(context, c.var.actor, id, c.req.valid("json"));
        return sent.isNew ? created(c, sent.message) : ok(c, sent.message);
      },
    )
    .put(
      "/threads/:id/state",
      doc("How far one has received and read"),
      validate("json", threadStateInput),
      async (c) =>
        ok(c, await saveThreadState(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .post("/threads/:id/typing", doc("Tell the others that one is typing"), async (c) => {
      await tellTyping(context, c.var.actor, c.req.param("id"));
      return ok(c, null);
    })
    .post("/blocks", doc("Block a person"), validate("json", blockInput), async (c) => {
      await blockPerson(context, c.var.actor, c.req.valid("json").profileId);
      return created(c, null);
    })
    .delete("/blocks/:profileId", doc("Take a block back"), async (c) => {
      await unblockPerson(context, c.var.actor, c.req.param("profileId"));
      return ok(c, null);
    })
    .post(
      "/:id/report",
      doc("Report a message to the team"),
      validate("json", reportMessageInput),
      async (c) => {
        await reportMessage(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return created(c, null);
      },
    );
}
