/** Keeps the presences of this process's rooms up to date, both in memory and in the database. */
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { beatMs } from "#lib/live-pages/live-pages.rules.ts";
import type { LivePagePresences } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { createGroupedWork } from "../../grouped-work.ts";
import { leadAwayAt } from "../page.view.ts";
import { closePresences, notifyPresence, readPresences, storePresences } from "./presences.ts";
import type { Room } from "./room.ts";

/** The maximum number of classes that are read at the same time. */
const maxReads = 3;
/** The minimum time between two reads of a class, in milliseconds. */
const minGapMs = 1_000;
/** Changes that occur within this time are read together, in milliseconds. */
const delayMs = 100;

export interface RoomPresences {
  /**
   * Stores and reads the presences of a class soon, and sends them to its followers in this
   * process.
   */
  refresh(classId: string): void;
  read(classId: string): Promise<LivePagePresences>;
  /** Renews the presences of all rooms, and reads those that other processes have stored. */
  renewAll(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  db: Db;
  serverId: string;
  rooms: ReadonlyMap<string, Room>;
  /** Removes a room that is no longer needed. */
  release(room: Room): void;
  /** Runs work whose result nobody waits for, and logs its failure. */
  inBackground(failure: string, work: () => Promise<unknown>): void;
}

export function createRoomPresences(options: Options): RoomPresences {
  const { db, serverId, rooms, release, inBackground } = options;
  const reads = pLimit(maxReads);
  const planned = new Map<string, NodeJS.Timeout>();
  const refreshedAt = new LRUCache<string, number>({ max: 5_000 });

  function plan(classId: string, inMs: number): void {
    const timer = setTimeout(() => {
      planned.delete(classId);
      const room = rooms.get(classId);
      if (!room) return;
      refreshedAt.set(classId, Date.now());
      inBackground("The presences of a live page could not be updated", () =>
        reads(async () => {
          await store(room);
          await show(room);
        }),
      );
    }, inMs);
    timer.unref();
    planned.set(classId, timer);
  }

  async function store(room: Room): Promise<void> {
    const changes = room.presenceChanges();
    if (changes.length > 0) {
      await storePresences(db, serverId, changes);
      room.noteStored(changes);
      await notifyPresence(db, room.classId);
    }
    release(room);
  }

  async function show(room: Room): Promise<void> {
    if (room.size === 0) return;
    room.presences = await read(room.classId);
    room.sendPresence();
    planAbsence(room);
  }

  /** Nothing announces that the lead has stopped sending. */
  function planAbsence(room: Room): void {
    if (!room.page || planned.has(room.classId)) return;
    const inMs = leadAwayAt(room.page, room.facts()) - Date.now();
    if (inMs > 0 && inMs < beatMs) plan(room.classId, inMs);
  }

  /** When a large class opens the page at once, requests that arrive during a read share the next. */
  const readTogether = createGroupedWork<null, LivePagePresences>(
    async (classId, waiting) => {
      const here = rooms.get(classId)?.here() ?? new Set<string>();
      const found = await readPresences(db, classId, { serverId, here });
      return waiting.map(() => found);
    },
    { maxItems: Number.POSITIVE_INFINITY },
  );
  const read = (classId: string) => readTogether(classId, null);

  return {
    read,
    refresh(classId) {
      if (planned.has(classId) || !rooms.has(classId)) return;
      const earliest = (refreshedAt.get(classId) ?? 0) + minGapMs;
      plan(classId, Math.max(delayMs, earliest - Date.now()));
    },
    async renewAll() {
      const all = [...rooms.values()];
      const changes = all.flatMap((room) => room.presenceStates());
      await storePresences(db, serverId, changes);
      for (const room of all) room.noteStored(changes);
      await Promise.all(all.map((room) => reads(() => show(room))));
    },
    async stop() {
      for (const timer of planned.values()) clearTimeout(timer);
      planned.clear();
      await closePresences(db, serverId);
    },
  };
}
