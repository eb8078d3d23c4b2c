/** News of conversations on their way to the people who look at them now, across processes. */
import type { Logger } from "pino";
import type { LiveEvent } from "#lib/messages.ts";
import type { Db } from "../db/connection.ts";
import { type Listening, startListening } from "../db/listening.ts";
import { findMessage } from "./message.view.ts";
import { News, newsChannel } from "./news.ts";
import { listParticipants } from "./participants.ts";

type Listener = (event: LiveEvent) => void;

export interface Live {
  /** From when the returned promise resolves, no news of the person's threads is missed. */
  subscribe(profileId: string, listener: Listener): Promise<() => void>;
  /** Tells whoever listens that it is over. */
  readonly stopped: AbortSignal;
  stop(): Promise<void>;
}

/** Listens to the database from the first subscription on. */
export function createLive(options: { databaseUrl: string; db: Db; log: Logger }): Live {
  const { db, log } = options;
  const listeners = new Map<string, Set<Listener>>();
  const stopping = new AbortController();
  let listening: Listening | undefined;
  /** News are passed on in the order in which they were told. */
  let turn: Promise<void> = Promise.resolve();

  const everybody = () => [...listeners.values()].flatMap((set) => [...set]);

  function hear(payload: string): void {
    if (listeners.size === 0) return;
    turn = turn
      .then(() => passOn(News.parse(JSON.parse(payload))))
      .catch((error: unknown) => {
        log.error({ err: error }, "News of a conversation could not be passed on");
        for (const listener of everybody()) listener({ type: "resync" });
      });
  }

  async function passOn(news: News): Promise<void> {
    const participants = await listParticipants(db, news.threadId);
    const event = await toEvent(news);
    if (!event) return;
    for (const profileId of participants) {
      if (!concerns(news, profileId, participants.length)) continue;
      for (const listener of listeners.get(profileId) ?? []) listener(event);
    }
  }

  async function toEvent(news: News): Promise<LiveEvent | undefined> {
    if (news.type !== "message") return news;
    const message = await findMessage(db, news.threadId, news.seq);
    return message && { type: "message", threadId: news.threadId, message };
  }

  return {
    stopped: stopping.signal,
    async subscribe(profileId, listener) {
      listening ??= startListening({
        databaseUrl: options.databaseUrl,
        log,
        channel: newsChannel,
        hear,
        onConnected: () => {
          for (const each of everybody()) each({ type: "resync" });
        },
      });
      const own = listeners.get(profileId) ?? new Set();
      own.add(listener);
      listeners.set(profileId, own);
      await listening.listening;
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(profileId) === own) listeners.delete(profileId);
      };
    },
    async stop() {
      stopping.abort();
      await listening?.stop();
      await turn;
    },
  };
}

/**
 * How far somebody has read is for the two of a direct thread, and for that person's other tabs;
 * that somebody types is for the others.
 */
function concerns(news: News, profileId: string, participants: number): boolean {
  switch (news.type) {
    case "message":
      return true;
    case "state":
      return news.profileId === profileId || participants === 2;
    case "typing":
      return news.profileId !== profileId;
  }
}
