/**
 * Manages the items of the logged-in user. Changes are stored on the device first, and sent to the
 * server as soon as it can be reached.
 */
import { findUser } from "../../client/api-client.ts";
import { ApiError } from "../../client/api-error.ts";
import { remembered } from "../../client/browser-storage.ts";
import { createRetryTask } from "../../client/retry-task.ts";
import { $session } from "../../client/session/session.store.ts";
import { startSession } from "../../client/session/session-refresh.ts";
import { type LocalItem, overlay } from "../overlay.ts";
import { syncStudy } from "../study.calls.ts";
import {
  fieldsOfKind,
  mergedFieldOfKind,
  type StudyFields,
  type StudyKind,
} from "../study.rules.ts";
import {
  $countBeforeDeletion,
  $deletedItem,
  $study,
  countSameLimit,
  emptyStudy,
} from "../study.store.ts";
import {
  type NewChange,
  NotOwnerError,
  openStudyDatabase,
  type StudyDatabase,
} from "./study-database.ts";

/** Notifies other tabs of the browser that the items have changed. */
let channel: BroadcastChannel | undefined;
/** The delay that combines frequent changes, such as those of the reading position. */
const laterMs = 30_000;
/** How often a page in view requests changes from other devices. */
const repeatMs = 60_000;
/** Returning to a window requests changes too, but not more often than this. */
const minRepeatMs = 5_000;

let database: StudyDatabase | undefined;
let starting: Promise<void> | undefined;
let laterTimer: ReturnType<typeof setTimeout> | undefined;
let syncedAt = 0;

/** Starts once per page. The items on this device are shown before the server has responded. */
export function startStudy(): Promise<void> {
  starting ??= start();
  return starting;
}

async function start(): Promise<void> {
  const session = await startSession();
  if (session.status === "signed-out") {
    leave();
    startAfterLogIn();
    return;
  }
  // Who has logged in is also known if the server can't be reached.
  const account = findUser() ?? remembered.get("userId");
  if (account === null) {
    starting = undefined;
    startAfterLogIn();
    return;
  }
  database = await openStudyDatabase(account, leave);
  $study.set({ ...$study.get(), isStored: database.isStored });
  watch();
  await refresh();
  syncTask.run();
}

/** Starts when someone logs in without leaving the page, or when the server finally responds. */
function startAfterLogIn(): void {
  const stop = $session.listen(({ status }) => {
    if (status !== "signed-in") return;
    stop();
    void startStudy();
  });
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  channel = new BroadcastChannel("study");
  channel.addEventListener("message", () => void refresh());
  addEventListener("online", syncTask.run);
  addEventListener("pagehide", syncTask.run);
  document.addEventListener("visibilitychange", syncTask.run);
  // A window that lies beside another one stays visible when the user returns to it.
  addEventListener("focus", () => {
    if (Date.now() - syncedAt >= minRepeatMs) syncTask.run();
  });
  setInterval(() => {
    if (document.visibilityState === "visible") syncTask.run();
  }, repeatMs);
  $session.listen(({ status }) => {
    if (status === "signed-out" && database) void leaveSession();
  });
}

/** Hides the items when the session has ended. Unsaved changes wait until the same user logs in. */
async function leaveSession(): Promise<void> {
  const own = database;
  leave();
  await own?.forgetStored().catch(ignoreOwner);
  own?.close();
  startAfterLogIn();
}

function leave(): void {
  database = undefined;
  starting = undefined;
  clearTimeout(laterTimer);
  $deletedItem.set(undefined);
  $study.set({ ...emptyStudy, status: "signed-out" });
}

/**
 * The items on the device have been deleted, or belong to another account that has logged in since.
 */
function ignoreOwner(error: unknown): void {
  const isGone = error instanceof DOMException || error instanceof NotOwnerError;
  if (!isGone) throw error;
  leave();
}

/** Reads the items on the device, which another tab may have changed. */
async function refresh(): Promise<void> {
  const snapshot = await database?.read().catch(ignoreOwner);
  if (!snapshot) return;
  const { items, outbox } = snapshot;
  const waiting = outbox.filter(({ refused }) => !refused).length;
  if (outbox.length > 0) remembered.set("unsavedStudyChanges", String(outbox.length));
  else remembered.remove("unsavedStudyChanges");
  $study.set({ ...$study.get(), status: "ready", items: overlay(items, outbox), waiting });
}

async function announce(): Promise<void> {
  await refresh();
  channel?.postMessage("changed");
}

const syncTask = createRetryTask(async () => {
  if (!database || !navigator.onLine) return undefined;
  try {
    await withLock(sendAll);
    syncedAt = Date.now();
    $study.set({ ...$study.get(), isCurrent: true, problem: undefined });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      ignoreOwner(error);
      return undefined;
    }
    $study.set({ ...$study.get(), problem: error.message });
    if (!error.temporary) return undefined;
    if (error.retryAfter === undefined) throw error;
    return error.retryAfter * 1_000;
  }
});

/** Ensures that only one tab synchronizes at a time. Items in memory belong to one tab anyway. */
async function withLock(work: () => Promise<void>): Promise<void> {
  if (!database?.isStored || !("locks" in navigator)) return work();
  await navigator.locks.request("study-sync", work);
}

async function sendAll(): Promise<void> {
  for (let more = true; database; ) {
    const own = database;
    const batch = await own.takeBatch();
    const { since, loading, entries } = batch;
    if (!more && entries.length === 0) return;
    try {
      const changes = entries.map(({ change }) => change);
      const synced = await syncStudy({ since, loading, changes }, own.owner);
      await own.settle(batch, synced);
      more = synced.more;
    } catch (error) {
      const invalid = findInvalid(error);
      if (invalid.length === 0) throw error;
      const keys = entries.filter((_, index) => invalid.includes(index)).map(({ key }) => key);
      await own.refuse(keys, "invalid");
    }
    await announce();
  }
}

/** The positions of the changes that the server rejected as invalid. */
function findInvalid(error: unknown): number[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  const positions = error.errors.map(({ field }) => /^changes\.(\d+)\b/.exec(field)?.[1]);
  return positions.filter((position) => position !== undefined).map(Number);
}

/** Starts synchronizing now. */
export const syncNow = (): void => syncTask.run();

async function store(changes: readonly NewChange[], isUrgent = true): Promise<void> {
  await startStudy();
  await database?.add(changes).catch(ignoreOwner);
  await announce();
  clearTimeout(laterTimer);
  if (isUrgent) syncTask.run();
  else laterTimer = setTimeout(syncTask.run, laterMs);
}

/** Adds items, or replaces those with the same IDs. */
export async function addItems(
  items: readonly {
    [Kind in StudyKind]: { id: string; kind: Kind } & StudyFields[Kind];
  }[StudyKind][],
  isUrgent = true,
): Promise<void> {
  const changes = items.map((item) => {
    const before = $study.get().items.get(item.id);
    const { base } = before ?? {};
    const changed = [...fieldsOfKind[item.kind]];
    return { ...item, changed, ...(base === undefined ? {} : { base }) } as NewChange;
  });
  await store(changes, isUrgent);
}

/**
 * Changes fields of an item.
 *
 * @param base the clock of the text that the user has edited, if it isn't the current one.
 */
export async function changeItem<Item extends LocalItem>(
  item: Item,
  fields: Partial<StudyFields[Item["kind"]]>,
  base: number | undefined = item.base,
): Promise<void> {
  const all = Object.fromEntries(
    fieldsOfKind[item.kind].map((field) => [
      field,
      (item as unknown as Record<string, unknown>)[field],
    ]),
  );
  const changed = Object.keys(fields);
  const merged = mergedFieldOfKind[item.kind];
  const replaced = merged && changed.includes(merged) && base !== undefined ? { base } : {};
  const { id, kind } = item;
  await store([{ id, kind, ...all, ...fields, changed, ...replaced } as NewChange]);
}

export async function deleteItem(item: LocalItem): Promise<void> {
  const { id, kind, base } = item;
  const isInAccount = item.state === "saved" || item.state === "waiting";
  $countBeforeDeletion.set(isInAccount ? countSameLimit($study.get().items, kind) : undefined);
  $deletedItem.set(item);
  await store([{ id, kind, deleted: true, ...(base === undefined ? {} : { base }) } as NewChange]);
}

/** Reverses the deletion of an item, on the server too if it has already learned of it. */
export async function restoreItem<Item extends LocalItem>(item: Item): Promise<void> {
  const fields = fieldsOfKind[item.kind].map((field) => [
    field,
    (item as unknown as Record<string, unknown>)[field],
  ]);
  await changeItem(item, Object.fromEntries(fields) as Partial<StudyFields[Item["kind"]]>);
  if ($deletedItem.get()?.id === item.id) $deletedItem.set(undefined);
}

/** Sends rejected changes again, for example after the plan has changed. */
export async function retryRefused(): Promise<void> {
  await database?.retryRefused().catch(ignoreOwner);
  await announce();
  syncTask.run();
}

/** Removes an item that the server rejected from the device. */
export async function discardRefused(item: LocalItem): Promise<void> {
  $countBeforeDeletion.set(undefined);
  $deletedItem.set(item);
  await database?.discardRefused(item.id).catch(ignoreOwner);
  await announce();
}

/** Makes a last attempt to save. @returns whether everything is saved. */
export async function saveEverything(): Promise<boolean> {
  await startStudy();
  if (database && navigator.onLine) await withLock(sendAll).catch(() => undefined);
  await refresh();
  return $study.get().waiting === 0;
}
