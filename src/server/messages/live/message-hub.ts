/** Delivers conversation events from all processes to the people who have a stream open here. */
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import { findLiveSessionIds } from "../../accounts/sessions/session-actor.ts";
import type { ProfiledActor } from "../../actor.ts";
import type { MessageHub, Subscriber } from "../../context.ts";
import { runWithoutCaller } from "../../db/caller.ts";
import type { Db } from "../../db/connection.ts";
import { type Listening, startListening } from "../../db/listening.ts";
import { createGroupedWork } from "../../grouped-work.ts";
import { findMessages } from "../message.view.ts";
import { listParticipants } from "../participants.ts";
import { ConversationEvent, endedSessionsChannel, messageEventsChannel } from "./message-events.ts";
import { skipObsolete } from "./obsolete-events.ts";

type Viewer = ProfiledActor["profile"];

/** The maximum number of conversations whose events are forwarded at once. */
const maxConversations = 4;
/**
 * The maximum number of events of a conversation that are forwarded together. A stream is closed
 * when many more are written to it at once (`maxBacklog`).
 */
const maxGroup = 25;
/** If more people than this are connected, all participants of a conversation are read. */
const maxListed = 500;

/** Starts listening to the database with the first subscription. */
export function createMessageHub(options: {
  databaseUrl: string;
  db: Db;
  log: Logger;
}): MessageHub {
  const { db, log } = options;
  const subscribers = new Map<string, Set<Subscriber>>();
  const streamsFrom = new Map<string, number>();
  const slots = pLimit(maxConversations);
  const stopping = new AbortController();
  let listening: Listening | undefined;
  /** Work in progress, which `stop` waits for. */
  const forwarding = new Set<Promise<unknown>>();

  const allSubscribers = () => [...subscribers.values()].flatMap((set) => [...set]);

  const countAddress = (address: string, by: 1 | -1) => {
    const count = (streamsFrom.get(address) ?? 0) + by;
    if (count > 0) streamsFrom.set(address, count);
    else streamsFrom.delete(address);
  };

  const streamsOf = (profileId: string) => [...(subscribers.get(profileId) ?? [])];

  const listen = () =>
    startListening({
      databaseUrl: options.databaseUrl,
      log,
      channel: messageEventsChannel,
      deliver,
      others: {
        [endedSessionsChannel]: (ended) => {
          for (const each of allSubscribers()) if (each.sessionId === ended) each.end();
        },
      },
      onConnected: () => {
        for (const each of allSubscribers()) each.deliver({ type: "resync" });
        // Sessions may have ended during an interruption.
        track(endWhoseSessionEnded(allSubscribers()).catch(logUnchecked));
      },
    });

  const track = (work: Promise<unknown>) => {
    forwarding.add(work);
    void work.finally(() => forwarding.delete(work));
  };

  // Each stream checks its session regularly as well.
  const logUnchecked = (error: unknown) =>
    log.warn({ err: error }, "The sessions of message streams can't be checked");

  function resyncAll(error: unknown): void {
    log.error({ err: error }, "A message event could not be forwarded");
    for (const each of allSubscribers()) each.deliver({ type: "resync" });
  }

  /**
   * Forwards the events of each conversation in the order in which they arrived. Conversations
   * don't wait for each other. Events that arrive while earlier ones of their conversation are
   * being forwarded form the next group, which needs no more queries than one event.
   */
  const forwardInTurn = createGroupedWork(
    (threadId, events: ConversationEvent[]) =>
      slots(async () => {
        await forward(
          threadId,
          skipObsolete(events, { isBehind: events.length === maxGroup }),
        ).catch(resyncAll);
        return events;
      }),
    { maxItems: maxGroup },
  );

  function deliver(payload: string): void {
    if (subscribers.size === 0) return;
    try {
      const event = ConversationEvent.parse(JSON.parse(payload));
      track(forwardInTurn(event.threadId, event));
    } catch (error) {
      resyncAll(error);
    }
  }

  async function forward(threadId: string, events: ConversationEvent[]): Promise<void> {
    const viewers = await findViewers(threadId, events);
    const planned = events
      .map((event) => ({ event, streams: findStreams(event, viewers) }))
      .filter(({ streams }) => streams.length > 0);
    if (planned.length === 0) return;
    const toLiveEvent = await prepareEvents(
      threadId,
      planned.map(({ event }) => event),
    );
    const ended = await endStreams(planned);
    for (const { event, streams } of planned) {
      for (const each of streams) {
        const live = ended.has(each) ? undefined : toLiveEvent(event, viewers.get(each.profileId));
        if (live) each.deliver(live);
      }
    }
  }

  /** The participants who have a stream here. Events about read progress name their own. */
  async function findViewers(
    threadId: string,
    events: ConversationEvent[],
  ): Promise<Map<string, Viewer>> {
    if (events.every(({ type }) => type === "state")) return new Map();
    // Reading all participants costs less than sending a long list of IDs.
    const here = subscribers.size <= maxListed ? [...subscribers.keys()] : undefined;
    const participants = await listParticipants(db, threadId, here);
    return new Map(participants.map((viewer) => [viewer.id, viewer]));
  }

  /**
   * Read progress goes to the person's own tabs, and to the other person of a direct thread. Typing
   * events go to everyone but the person who types.
   */
  function findStreams(event: ConversationEvent, viewers: Map<string, Viewer>): Subscriber[] {
    if (event.type === "state") {
      return [event.profileId, event.otherId].flatMap((id) => (id ? streamsOf(id) : []));
    }
    const typist = event.type === "typing" ? event.profileId : undefined;
    return [...viewers.keys()].filter((id) => id !== typist).flatMap(streamsOf);
  }

  /**
   * Ends the streams whose session has ended, and returns them. A session that has just saved its
   * progress isn't checked again before it gets its own event.
   */
  async function endStreams(
    planned: { event: ConversationEvent; streams: Subscriber[] }[],
  ): Promise<Set<Subscriber>> {
    return endWhoseSessionEnded(
      planned.flatMap(({ event, streams }) =>
        streams.filter(({ sessionId }) => event.type !== "state" || sessionId !== event.sessionId),
      ),
    );
  }

  async function endWhoseSessionEnded(unchecked: Subscriber[]): Promise<Set<Subscriber>> {
    if (unchecked.length === 0) return new Set();
    const ids = [...new Set(unchecked.map(({ sessionId }) => sessionId))];
    const live = await findLiveSessionIds(db, ids);
    const ended = new Set(unchecked.filter(({ sessionId }) => !live.has(sessionId)));
    for (const each of ended) each.end();
    return ended;
  }

  /** Returns a function from event and viewer to event, because students see less of each other's data. */
  async function prepareEvents(
    threadId: string,
    events: ConversationEvent[],
  ): Promise<(event: ConversationEvent, viewer: Viewer | undefined) => LiveEvent | undefined> {
    const seqs = events.flatMap((event) => (event.type === "message" ? [event.seq] : []));
    const messages = await findMessages(db, threadId, seqs);
    return (event, viewer) => {
      if (event.type === "state") {
        const { sessionId: _session, otherId: _other, ...progress } = event;
        return progress;
      }
      if (event.type === "deleted") return event;
      if (!viewer) return undefined;
      if (event.type === "typing") {
        const { classmateName, name, ...typing } = event;
        return { ...typing, name: viewer.role === "teacher" ? name : classmateName };
      }
      const message = messages.get(event.seq)?.(viewer);
      return message && { type: "message", threadId, message };
    };
  }

  return {
    stopped: stopping.signal,
    async subscribe(subscriber) {
      listening ??= runWithoutCaller(listen);
      const { profileId, address } = subscriber;
      const own = subscribers.get(profileId) ?? new Set();
      own.add(subscriber);
      subscribers.set(profileId, own);
      countAddress(address, 1);
      await listening.listening;
      return () => {
        if (own.delete(subscriber)) countAddress(address, -1);
        if (own.size === 0 && subscribers.get(profileId) === own) subscribers.delete(profileId);
      };
    },
    countStreams: (profileId) => subscribers.get(profileId)?.size ?? 0,
    countStreamsFrom: (address) => streamsFrom.get(address) ?? 0,
    async stop() {
      stopping.abort();
      await listening?.stop();
      await Promise.all(forwarding);
    },
  };
}
