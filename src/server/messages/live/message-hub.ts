/** Delivers conversation events from all processes to the people who have a stream open here. */
import type { Logger } from "pino";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import { findLiveSessionIds } from "../../accounts/sessions/session-actor.ts";
import type { ProfiledActor } from "../../actor.ts";
import type { MessageHub, Subscriber } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { type Listening, startListening } from "../../db/listening.ts";
import { findMessage } from "../message.view.ts";
import { listParticipants } from "../participants.ts";
import { ConversationEvent, messageEventsChannel } from "./message-events.ts";

type Viewer = ProfiledActor["profile"];

/** Starts listening to the database with the first subscription. */
export function createMessageHub(options: {
  databaseUrl: string;
  db: Db;
  log: Logger;
}): MessageHub {
  const { db, log } = options;
  const subscribers = new Map<string, Set<Subscriber>>();
  const stopping = new AbortController();
  let listening: Listening | undefined;
  /** Forwards events in the order in which they arrived. */
  let turn: Promise<void> = Promise.resolve();

  const allSubscribers = () => [...subscribers.values()].flatMap((set) => [...set]);

  function deliver(payload: string): void {
    if (subscribers.size === 0) return;
    turn = turn
      .then(() => forward(ConversationEvent.parse(JSON.parse(payload))))
      .catch((error: unknown) => {
        log.error({ err: error }, "A message event could not be forwarded");
        for (const each of allSubscribers()) each.deliver({ type: "resync" });
      });
  }

  async function forward(change: ConversationEvent): Promise<void> {
    const participants = await listParticipants(db, change.threadId);
    const viewers = new Map(
      participants
        .filter(({ id }) => isRelevantTo(change, id, participants.length))
        .map((viewer) => [viewer.id, viewer]),
    );
    const concerned = [...viewers.keys()].flatMap((id) => [...(subscribers.get(id) ?? [])]);
    if (concerned.length === 0) return;
    const toEvent = await prepareEvent(change);
    if (!toEvent) return;
    for (const each of await filterLiveSubscribers(concerned)) {
      const viewer = viewers.get(each.profileId);
      if (viewer) each.deliver(toEvent(viewer));
    }
  }

  /** Excludes subscribers whose session has ended. */
  async function filterLiveSubscribers(concerned: Subscriber[]): Promise<Subscriber[]> {
    const ids = [...new Set(concerned.map(({ sessionId }) => sessionId))];
    const live = await findLiveSessionIds(db, ids);
    for (const each of concerned) if (!live.has(each.sessionId)) each.end();
    return concerned.filter(({ sessionId }) => live.has(sessionId));
  }

  /** Returns a function from viewer to event, because students see less of each other's data. */
  async function prepareEvent(
    change: ConversationEvent,
  ): Promise<((viewer: Viewer) => LiveEvent) | undefined> {
    if (change.type === "typing") {
      const { classmateName, name, ...event } = change;
      return ({ role }) => ({ ...event, name: role === "teacher" ? name : classmateName });
    }
    if (change.type !== "message") return () => change;
    const { threadId } = change;
    const toMessage = await findMessage(db, threadId, change.seq);
    return toMessage && ((viewer) => ({ type: "message", threadId, message: toMessage(viewer) }));
  }

  return {
    stopped: stopping.signal,
    async subscribe(subscriber) {
      listening ??= startListening({
        databaseUrl: options.databaseUrl,
        log,
        channel: messageEventsChannel,
        deliver,
        onConnected: () => {
          for (const each of allSubscribers()) each.deliver({ type: "resync" });
        },
      });
      const { profileId } = subscriber;
      const own = subscribers.get(profileId) ?? new Set();
      own.add(subscriber);
      subscribers.set(profileId, own);
      await listening.listening;
      return () => {
        own.delete(subscriber);
        if (own.size === 0 && subscribers.get(profileId) === own) subscribers.delete(profileId);
      };
    },
    countStreams: (profileId) => subscribers.get(profileId)?.size ?? 0,
    async stop() {
      stopping.abort();
      await listening?.stop();
      await turn;
    },
  };
}

/**
 * Read progress goes to both people of a direct thread; in other threads, only to the person's own
 * tabs. Typing events go to everyone but the person who types.
 */
function isRelevantTo(change: ConversationEvent, profileId: string, participants: number): boolean {
  switch (change.type) {
    case "message":
    case "deleted":
      return true;
    case "state":
      return change.profileId === profileId || participants === 2;
    case "typing":
      return change.profileId !== profileId;
  }
}
