/** Delivers the live pages of all classes to the people who have a stream open in this process. */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { beatMs } from "#lib/live-pages/live-pages.rules.ts";
import type { LiveClassFacts, LivePageHub, LivePageStream, StoredLivePage } from "../../context.ts";
import { runWithoutCaller } from "../../db/caller.ts";
import type { Db } from "../../db/connection.ts";
import { type Listening, startListening } from "../../db/listening.ts";
import { createGroupedWork } from "../../grouped-work.ts";
import { readClassFacts } from "../find-live-class.ts";
import { readPage } from "../stored-page.ts";
import { beatFrame } from "./frames.ts";
import { LivePageEvent, livePagesChannel, type PointerEvent, publishEvent } from "./page-events.ts";
import { createPointers } from "./pointers.ts";
import { Room } from "./room.ts";
import { createRoomPresences } from "./room-presences.ts";
import { findEnded } from "./still-allowed.ts";

/** How long a lead may send pointers before the right to lead is checked again, in milliseconds. */
const checkedMs = 10_000;
/** The minimum time between two forwarded answers of a person in a class, in milliseconds. */
const forwardGapMs = 5_000;

/** A request that is about to follow a page. */
interface Watcher {
  profileId: string;
  sessionId: string;
  hasEnded: boolean;
}

/** Starts listening to the database with the first stream or command. */
export function createLivePageHub(options: {
  databaseUrl: string;
  db: Db;
  log: Logger;
}): LivePageHub {
  const { db, log } = options;
  const serverId = randomUUID();
  const rooms = new Map<string, Room>();
  const streamCounts = new Map<string, number>();
  const checked = new LRUCache<string, StoredLivePage>({
    max: 1_000,
    ttl: checkedMs,
    noUpdateTTL: true,
  });
  const forwarded = new LRUCache<string, true>({ max: 10_000, ttl: forwardGapMs });
  const watchers = new Set<Watcher>();
  /** Work in progress, which `stop` waits for. */
  const working = new Set<Promise<unknown>>();
  let listening: Listening | undefined;
  let beats: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Runs work outside the request that caused it, because the result serves everyone. */
  function inBackground(failure: string, work: () => Promise<unknown>): void {
    if (isStopped) return;
    const running = runWithoutCaller(work).catch((error: unknown) => {
      log.error({ err: error }, failure);
    });
    working.add(running);
    void running.finally(() => working.delete(running));
  }

  const presences = createRoomPresences({ db, serverId, rooms, release, inBackground });

  const pointers = createPointers((event) => {
    takeIn(event);
    inBackground("A pointer could not be sent to other processes", () => publishEvent(db, event));
  });

  function release(room: Room): void {
    if (room.isUnused && rooms.get(room.classId) === room) rooms.delete(room.classId);
  }

  const findStreams = (matches: (stream: LivePageStream) => boolean): LivePageStream[] =>
    [...rooms.values()].flatMap((room) => room.streams().filter(matches));

  function endStreams(streams: readonly LivePageStream[]): void {
    for (const stream of streams) leave(stream, () => stream.end());
  }

  function endWhere(
    matches: (each: Pick<Watcher, "profileId" | "sessionId"> & { courseId?: string }) => boolean,
  ): void {
    for (const watcher of watchers) if (matches(watcher)) watcher.hasEnded = true;
    endStreams(findStreams(matches));
  }

  function leave(stream: LivePageStream, end = () => {}): void {
    if (!rooms.get(stream.classId)?.leave(stream)) return;
    end();
    presences.refresh(stream.classId);
  }

  function receive(payload: string): void {
    if (isStopped) return;
    try {
      takeIn(LivePageEvent.parse(JSON.parse(payload)));
    } catch (error) {
      log.error({ err: error }, "An event about live pages could not be read");
      for (const room of rooms.values()) reload(room);
    }
  }

  function takeIn(event: LivePageEvent): void {
    switch (event.type) {
      case "state":
        deliver(event.page);
        break;
      case "pointer":
        takeInPointer(event);
        break;
      case "presence":
        presences.refresh(event.classId);
        break;
      case "here":
        for (const room of rooms.values()) room.confirm(event.streamId, event.profileId);
        break;
      case "left":
        removeStudent(event);
        break;
      case "class":
        reloadClass(event.classId);
        break;
      case "session":
        endWhere(({ sessionId }) => sessionId === event.sessionId);
        break;
    }
  }

  function takeInPointer(event: PointerEvent): void {
    if (!pointers.receive(event)) return;
    const room = rooms.get(event.classId);
    const isFormerLead = room?.page && event.epoch < room.page.leadEpoch;
    if (!isFormerLead) room?.sendPointer(event);
  }

  /**
   * The student may also have been the lead or the reciter, in which case the database has changed
   * the page.
   */
  function removeStudent({ courseId, profileId }: { courseId: string; profileId: string }): void {
    // Requests that are about to follow a page may have read it before the change, and their course
    // isn't known yet.
    const affected = [...rooms.values()].filter(
      (room) => room.watchers > 0 || room.streams().some((stream) => stream.courseId === courseId),
    );
    endWhere((each) => each.profileId === profileId && (each.courseId ?? courseId) === courseId);
    checked.clear();
    for (const room of affected) reload(room);
  }

  function deliver(page: StoredLivePage): void {
    const known = checked.peek(page.classId);
    if (known && known.seq < page.seq) checked.set(page.classId, page);
    const room = rooms.get(page.classId);
    const before = room?.page;
    if (!room?.takeIn(page)) return;
    room.sendState(pointers.find(page.classId));
    const listed = (of: StoredLivePage | undefined) =>
      of && [of.lead.id, of.reciter?.id, ...of.cohostIds].join();
    if (listed(before) !== listed(page)) room.sendPresence();
  }

  /** Requests that arrive while a page is being read share the next reading. */
  const readAgain = createGroupedWork(
    async (classId, waiting: null[]) => {
      const page = await readPage(db, classId);
      if (page) deliver(page);
      return waiting;
    },
    { maxItems: Number.POSITIVE_INFINITY },
  );

  /** Reads a page again, because this process may have missed changes to it. */
  function reload(room: Room): void {
    inBackground("A live page could not be read again", () => readAgain(room.classId, null));
  }

  /**
   * Notifies the followers that their class has changed, or ends their streams if it was removed.
   */
  function reloadClass(classId: string): void {
    const room = rooms.get(classId);
    if (!room) return;
    inBackground("The class of a live page could not be read again", async () => {
      const facts = await readClassFacts(db, classId);
      if (!facts) endStreams(await findEndedStreams(room.streams()));
      else deliverClass(room, facts);
    });
  }

  function deliverClass(room: Room, facts: LiveClassFacts): void {
    if (room.takeInClass(facts)) room.sendClass();
  }

  /** Tries twice, because a single connection may be broken while the database is available. */
  async function findEndedStreams(streams: readonly LivePageStream[]): Promise<LivePageStream[]> {
    try {
      return await findEnded(db, streams);
    } catch (error) {
      log.warn({ err: error }, "The followers of live pages are checked again after a failure");
      return findEnded(db, streams);
    }
  }

  /** Sends `beat`, ends streams whose rights have ended, and renews presences. */
  async function beat(): Promise<void> {
    const streams = findStreams(() => true);
    try {
      endStreams(await findEndedStreams(streams));
    } catch (error) {
      // Browsers reconnect once the rights can be checked.
      endStreams(streams);
      throw error;
    }
    for (const room of rooms.values()) room.send(beatFrame);
    await presences.renewAll();
  }

  const beatInBackground = () =>
    inBackground("The followers of live pages could not be checked", beat);

  function listen(): Promise<void> {
    listening ??= runWithoutCaller(() =>
      startListening({
        databaseUrl: options.databaseUrl,
        log,
        channel: livePagesChannel,
        deliver: receive,
        // After an interruption, anything may have changed.
        onConnected: () => {
          for (const room of rooms.values()) {
            reload(room);
            reloadClass(room.classId);
          }
          if (rooms.size > 0) beatInBackground();
        },
      }),
    );
    beats ??= setInterval(() => {
      if (rooms.size > 0) beatInBackground();
    }, beatMs).unref();
    return listening.listening;
  }

  return {
    async watch(classId, { profileId, sessionId }) {
      const room = rooms.get(classId) ?? new Room(classId);
      rooms.set(classId, room);
      room.watchers += 1;
      const watcher: Watcher = { profileId, sessionId, hasEnded: false };
      watchers.add(watcher);
      const close = () => {
        watchers.delete(watcher);
        room.watchers -= 1;
        release(room);
      };
      try {
        await listen();
        room.presences ??= await presences.read(classId);
      } catch (error) {
        close();
        throw error;
      }
      return {
        get hasEnded() {
          return watcher.hasEnded;
        },
        close,
      };
    },
    follow(stream, { page, facts }) {
      const room = rooms.get(stream.classId);
      if (!room) {
        // The hub has stopped.
        stream.end();
        return () => {};
      }
      // The request may have read a change before this process was notified of it.
      deliver(page);
      deliverClass(room, facts);
      room.join(stream, pointers.find(stream.classId));
      presences.refresh(stream.classId);
      return () => leave(stream);
    },
    deliver,
    point: pointers.point,
    pointerOf: pointers.find,
    findChecked: (classId) => checked.get(classId),
    rememberChecked: (page) => {
      // Another process may pass the lead to someone else.
      void listen();
      checked.delete(page.classId);
      checked.set(page.classId, page);
    },
    readPresences: presences.read,
    refreshPresence: presences.refresh,
    confirm: (streamId, profileId) =>
      [...rooms.values()].some((room) => room.confirm(streamId, profileId)),
    forwardAnswer({ classId, streamId, profileId }) {
      const key = `${classId} ${profileId}`;
      if (forwarded.has(key)) return;
      forwarded.set(key, true);
      inBackground("A follower's answer could not be forwarded", () =>
        publishEvent(db, { type: "here", streamId, profileId }),
      );
    },
    countStreams: (key) => streamCounts.get(key) ?? 0,
    countStream(keys) {
      const add = (by: number) => {
        for (const key of keys) {
          const count = (streamCounts.get(key) ?? 0) + by;
          if (count > 0) streamCounts.set(key, count);
          else streamCounts.delete(key);
        }
      };
      add(1);
      return () => add(-1);
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(beats);
      pointers.stop();
      const streams = findStreams(() => true);
      for (const stream of streams) stream.end();
      rooms.clear();
      await listening?.stop();
      await Promise.all(working);
      if (listening) {
        await presences.stop().catch((error: unknown) => {
          // Other processes will regard these followers as away after half a minute.
          log.warn({ err: error }, "The followers of live pages could not be recorded as gone");
        });
      }
    },
  };
}
