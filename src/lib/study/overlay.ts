/**
 * A person's items as their device shows them: the server's items combined with the device's
 * changes.
 */
import { timeOfClock } from "./clock.ts";
import type { StudyItem } from "./study.responses.ts";
import {
  fieldsOfKind,
  mergedFieldOfKind,
  type RefusalReason,
  type StudyFields,
  type StudyKind,
} from "./study.rules.ts";

/** A change to an item, as it is sent. It contains all fields, and lists those that changed. */
export type OutgoingChange = { [Kind in StudyKind]: OutgoingChangeOf<Kind> }[StudyKind];
type OutgoingChangeOf<Kind extends StudyKind> = {
  id: string;
  kind: Kind;
  clock: number;
  /** The clock of the text or the verses that the change replaces. */
  base?: number;
} & ({ deleted: true } | (StudyFields[Kind] & { deleted?: never; changed: string[] }));

/** Why the server didn't store a change: a limit, or invalid data. */
export type Refusal = RefusalReason | "invalid";

/** A change that the server hasn't stored yet. */
export interface OutboxEntry {
  key: number;
  change: OutgoingChange;
  /** Whether it has been sent, so that the server may have stored it. */
  sent: boolean;
  refused?: Refusal;
}

interface Common {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  /** The clock of the text or the verses. Undefined if the item has neither. */
  base: number | undefined;
  /** Whether the server has stored the item in its current state. */
  state: "saved" | "waiting" | Refusal;
}
export type LocalItemOf<Kind extends StudyKind> = Common & { kind: Kind } & StudyFields[Kind];
export type LocalItem = { [Kind in StudyKind]: LocalItemOf<Kind> }[StudyKind];
export type LocalItems = ReadonlyMap<string, LocalItem>;

export function overlay(
  items: readonly StudyItem[],
  outbox: readonly OutboxEntry[],
): Map<string, LocalItem> {
  const local = new Map<string, LocalItem>();
  for (const item of items) {
    if (!item.deleted) local.set(item.id, toLocalItem(item));
  }
  for (const { change, refused } of outbox) {
    const before = local.get(change.id);
    if (change.deleted) local.delete(change.id);
    else local.set(change.id, withChange(before, change, refused ?? "waiting"));
  }
  return local;
}

function toLocalItem({ id, kind, clocks, createdAt, updatedAt, ...fields }: StudyItem): LocalItem {
  const merged = mergedFieldOfKind[kind];
  const picked = Object.fromEntries(
    fieldsOfKind[kind].map((field) => [field, (fields as Record<string, unknown>)[field]]),
  );
  return {
    id,
    kind,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    base: merged && clocks[merged],
    state: "saved",
    ...picked,
    // The server returns the fields of the item's kind.
  } as LocalItem;
}

function withChange(
  before: LocalItem | undefined,
  change: OutgoingChange,
  state: LocalItem["state"],
): LocalItem {
  const {
    clock,
    base,
    changed,
    deleted: _d,
    ...fields
  } = change as OutgoingChange & {
    changed: string[];
  };
  const merged = mergedFieldOfKind[change.kind];
  const at = timeOfClock(clock);
  const kept: Partial<LocalItem> = before ?? {};
  const entries = Object.entries(fields).filter(([name]) => !before || changed.includes(name));
  return {
    createdAt: at,
    base,
    ...kept,
    id: change.id,
    kind: change.kind,
    ...Object.fromEntries(entries),
    ...(merged && changed.includes(merged) ? { base: clock } : {}),
    updatedAt: at,
    state,
  } as LocalItem;
}
