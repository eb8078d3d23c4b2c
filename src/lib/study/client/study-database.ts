/**
 * A person's items on this device: the items on the server, and the changes that the server doesn't
 * have yet. Every transaction checks the owner, so that no account can see another account's items.
 */
import { nextClock } from "../clock.ts";
import type { OutboxEntry, OutgoingChange, Refusal } from "../overlay.ts";
import type { StudyItem, Synced } from "../study.responses.ts";
import { mergedFieldOfKind } from "../study.rules.ts";
import { openStudyStores, type State, type StudyStores, type Transaction } from "./study-stores.ts";

export interface StudySnapshot {
  items: StudyItem[];
  outbox: OutboxEntry[];
}

export interface Batch {
  since: number;
  loading: boolean;
  entries: OutboxEntry[];
}

/** A change without a clock. */
export type NewChange = OutgoingChange extends infer Change
  ? Change extends OutgoingChange
    ? Omit<Change, "clock">
    : never
  : never;

/** The items on the device have been deleted, or now belong to another account. */
export class NotOwnerError extends Error {}

const maxBatch = 50;
/** The maximum number of characters in a request, far below the server's limit. */
const maxBatchSize = 200_000;
/** A smaller difference is just the duration of the request. */
const minOffsetMs = 5_000;

export interface StudyDatabase {
  owner: string;
  /** Whether the browser stores the items. Otherwise, they last as long as the page. */
  isStored: boolean;
  read(): Promise<StudySnapshot>;
  add(changes: readonly NewChange[]): Promise<void>;
  /** The changes to send next, except those that the server has rejected. */
  takeBatch(): Promise<Batch>;
  /** Stores the server's response to a batch. */
  settle(batch: Batch, synced: Synced): Promise<void>;
  refuse(keys: readonly number[], reason: Refusal): Promise<void>;
  /** Allows rejected changes to be sent again. */
  retryRefused(): Promise<void>;
  /** Removes the changes that the server rejected. */
  discardRefused(id: string): Promise<void>;
  /** Removes the server's items, and keeps the changes that the server doesn't have. */
  forgetStored(): Promise<void>;
  close(): void;
}

/**
 * Opens the items of this account. Those of another account are deleted.
 * @param account the ID of the user.
 */
export async function openStudyDatabase(
  account: string,
  onClosed: () => void,
): Promise<StudyDatabase> {
  const stores = await openStudyStores(onClosed);
  await stores.change((tx) => claim(tx, account));
  return createStudyDatabase(stores, account);
}

async function claim(tx: Transaction, account: string): Promise<void> {
  const state = await tx.objectStore("state").get("state");
  if (state?.owner === account) return;
  await tx.objectStore("state").clear();
  await tx.objectStore("items").clear();
  await tx.objectStore("outbox").clear();
  const empty: State = { owner: account, rev: 0, loading: true, latestClock: 0, offset: 0 };
  await tx.objectStore("state").put(empty, "state");
}

function createStudyDatabase(stores: StudyStores, owner: string): StudyDatabase {
  const change = <Result>(
    work: (tx: Transaction, state: State) => Promise<Result>,
  ): Promise<Result> =>
    stores.change(async (tx) => {
      const state = await tx.objectStore("state").get("state");
      if (state?.owner !== owner) throw new NotOwnerError("These items belong to another account");
      const result = await work(tx, state);
      await tx.objectStore("state").put(state, "state");
      return result;
    });

  return {
    owner,
    isStored: stores.isStored,
    read: () =>
      change(async (tx) => ({
        items: await tx.objectStore("items").getAll(),
        outbox: (await tx.objectStore("outbox").getAll()) as OutboxEntry[],
      })),
    add: (changes) =>
      change(async (tx, state) => {
        const latest = await readLatest(tx);
        for (const each of changes) await addOne(tx, state, latest, each);
      }),
    takeBatch: () =>
      change(async (tx, { rev, loading }) => {
        const outbox = (await tx.objectStore("outbox").getAll()) as OutboxEntry[];
        const entries = limitBatch(outbox.filter(({ refused }) => !refused));
        for (const entry of entries) await tx.objectStore("outbox").put({ ...entry, sent: true });
        return { since: rev, loading, entries };
      }),
    settle: (batch, synced) => change((tx, state) => settle(tx, state, batch, synced)),
    refuse: (keys, reason) =>
      change(async (tx) => {
        for (const key of keys) await markRefused(tx, key, reason);
      }),
    retryRefused: () =>
      change(async (tx) => {
        for (const entry of await tx.objectStore("outbox").getAll()) {
          const { refused: _r, ...waiting } = entry;
          await tx.objectStore("outbox").put(waiting);
        }
      }),
    discardRefused: (id) =>
      change(async (tx) => {
        for (const {
          key,
          change: { id: other },
          refused,
        } of await tx.objectStore("outbox").getAll()) {
          if (other === id && refused && key !== undefined)
            await tx.objectStore("outbox").delete(key);
        }
      }),
    forgetStored: () =>
      change(async (tx, state) => {
        await tx.objectStore("items").clear();
        state.rev = 0;
        state.loading = true;
      }),
    close: () => stores.close(),
  };
}

/** The latest change to each item. */
async function readLatest(tx: Transaction): Promise<Map<string, OutboxEntry>> {
  const entries = (await tx.objectStore("outbox").getAll()) as OutboxEntry[];
  return new Map(entries.map((entry) => [entry.change.id, entry]));
}

/**
 * Adds a change. It replaces an earlier change to the item that the server doesn't have yet.
 * @param latest the latest change to each item, read once for all changes that are added.
 */
async function addOne(
  tx: Transaction,
  state: State,
  latest: Map<string, OutboxEntry>,
  added: NewChange,
): Promise<void> {
  const clock = nextClock(state.latestClock, Date.now() + state.offset);
  state.latestClock = clock;
  const outbox = tx.objectStore("outbox");
  const earlier = latest.get(added.id);
  const own = { ...added, clock } as OutgoingChange;
  const isReplaced = earlier !== undefined && (!earlier.sent || earlier.refused !== undefined);
  if (isReplaced) await outbox.delete(earlier.key);
  const entry = { change: isReplaced ? combine(earlier.change, own) : own, sent: false };
  latest.set(added.id, { ...entry, key: await outbox.add(entry) });
}

/** Combines two changes to an item. Each of them contains all fields. */
function combine(earlier: OutgoingChange, later: OutgoingChange): OutgoingChange {
  if (earlier.deleted) {
    // The text that the deletion would have replaced is the one that the server knows.
    return earlier.base === undefined ? later : { ...later, base: earlier.base };
  }
  const { base: _b, ...rest } = later;
  const merged = mergedFieldOfKind[later.kind];
  const base = merged && earlier.changed.includes(merged) ? earlier.base : later.base;
  const changed = later.deleted
    ? {}
    : { changed: [...new Set([...earlier.changed, ...later.changed])] };
  return { ...rest, ...changed, ...(base === undefined ? {} : { base }) } as OutgoingChange;
}

function limitBatch(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let size = 0;
  return entries.slice(0, maxBatch).filter((entry, index) => {
    size += JSON.stringify(entry.change).length;
    return index === 0 || size <= maxBatchSize;
  });
}

async function markRefused(tx: Transaction, key: number, refused: Refusal): Promise<void> {
  const entry = await tx.objectStore("outbox").get(key);
  if (entry) await tx.objectStore("outbox").put({ ...entry, refused });
}

async function settle(
  tx: Transaction,
  state: State,
  { since, entries }: Batch,
  synced: Synced,
): Promise<void> {
  const { rev, changes, more, reset, refused, clock } = synced;
  for (const { key, change } of entries) {
    const refusal = refused.find((each) => each.id === change.id && each.clock === change.clock);
    if (refusal) await markRefused(tx, key, refusal.reason);
    else await tx.objectStore("outbox").delete(key);
  }
  const items = tx.objectStore("items");
  if (reset) await items.clear();
  for (const item of changes) {
    if (item.deleted) await items.delete(item.id);
    else await items.put(item);
  }
  state.rev = rev;
  state.loading = more && (reset || state.loading || since === 0);
  const clocks = changes.flatMap((item) => Object.values(item.clocks));
  state.latestClock = Math.max(state.latestClock, ...clocks);
  const offset = Math.round(clock / 1_000) - Date.now();
  state.offset = Math.abs(offset) < minOffsetMs ? 0 : offset;
}
