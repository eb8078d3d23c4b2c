/**
 * Where a device keeps a person's items: in IndexedDB or, if the browser blocks storage, in memory.
 * Browsers block it in private windows and in frames, such as a panel beside a meeting.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { OutboxEntry } from "../overlay.ts";
import type { StudyItem } from "../study.responses.ts";
import { studyDatabaseName } from "./delete-local-study.ts";

export interface State {
  owner: string;
  /** The latest server revision that the device has read. */
  rev: number;
  /** Whether the device is still reading everything for the first time. */
  loading: boolean;
  /** The highest clock that the device has issued or received. */
  latestClock: number;
  /** How far the server's clock is ahead of the device's, in milliseconds. */
  offset: number;
}

type StoredEntry = Omit<OutboxEntry, "key"> & { key?: number };

interface Schema extends DBSchema {
  state: { key: "state"; value: State };
  items: { key: string; value: StudyItem };
  outbox: { key: number; value: StoredEntry };
}
type Name = "state" | "items" | "outbox";

/** The part of IndexedDB that the items need. */
interface Store<Value, Key> {
  get(key: Key): Promise<Value | undefined>;
  getAll(): Promise<Value[]>;
  put(value: Value, key?: Key): Promise<unknown>;
  /** @returns the key. */
  add(value: Value): Promise<Key>;
  delete(key: Key): Promise<void>;
  clear(): Promise<void>;
}

export interface Transaction {
  objectStore<Of extends Name>(name: Of): Store<Schema[Of]["value"], Schema[Of]["key"]>;
}

export interface StudyStores {
  isStored: boolean;
  /** Runs the work while no other work changes the stores. */
  change<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  close(): void;
}

const names: Name[] = ["state", "items", "outbox"];

/** @param onClosed is called when another tab deletes the items, because the user logs out. */
export async function openStudyStores(onClosed: () => void): Promise<StudyStores> {
  try {
    return storeIn(await open(onClosed));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    memory ??= keepInMemory();
    return memory;
  }
}

/** One for the page, so that unsaved changes wait until the same user has logged in again. */
let memory: StudyStores | undefined;

async function open(onClosed: () => void): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>(studyDatabaseName, 1, {
    upgrade(created) {
      created.createObjectStore("state");
      created.createObjectStore("items", { keyPath: "id" });
      created.createObjectStore("outbox", { keyPath: "key", autoIncrement: true });
    },
    blocking() {
      database.close();
      onClosed();
    },
    terminated: onClosed,
  });
  return database;
}

const storeIn = (database: IDBPDatabase<Schema>): StudyStores => ({
  isStored: true,
  async change(work) {
    const tx = database.transaction(names, "readwrite");
    const result = await work(tx as unknown as Transaction);
    await tx.done;
    return result;
  },
  close: () => database.close(),
});

function keepInMemory(): StudyStores {
  const stores = {
    state: createStore<State, "state">(() => "state"),
    items: createStore<StudyItem, string>(({ id }) => id),
    outbox: createOutbox(),
  };
  const tx = { objectStore: (name: Name) => stores[name] } as unknown as Transaction;
  let last: Promise<unknown> = Promise.resolve();
  return {
    isStored: false,
    change(work) {
      const result = last.then(() => work(tx));
      // The caller handles failures.
      last = result.catch(() => undefined);
      return result;
    },
    close() {},
  };
}

function createStore<Value, Key>(keyOf: (value: Value) => Key): Store<Value, Key> {
  const values = new Map<Key, Value>();
  const put = async (value: Value) => void values.set(keyOf(value), structuredClone(value));
  return {
    get: async (key) => structuredClone(values.get(key)),
    getAll: async () => structuredClone([...values.values()]),
    put,
    async add(value) {
      await put(value);
      return keyOf(value);
    },
    delete: async (key) => void values.delete(key),
    clear: async () => values.clear(),
  };
}

/** Numbers the entries. */
function createOutbox(): Store<StoredEntry, number> {
  let latest = 0;
  const store = createStore<StoredEntry, number>(({ key = 0 }) => key);
  return {
    ...store,
    async add(entry) {
      latest += 1;
      const key = latest;
      await store.put({ ...entry, key });
      return key;
    },
  };
}
