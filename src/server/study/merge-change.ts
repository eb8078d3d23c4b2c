/** Merges a device's change into an item that other devices may also have changed. */
import { boundClock } from "#lib/study/clock.ts";
import {
  fieldsOfKind,
  isCopiedNote,
  mergedFieldOfKind,
  studyLimits,
} from "#lib/study/study.rules.ts";
import type { StudyChange } from "#lib/study/study.ts";
import type { StudyData, studyItems } from "../db/tables/study.table.ts";

export type StudyRow = Omit<typeof studyItems.$inferSelect, "userId" | "size">;
type Field = keyof StudyData;

export interface MergeRequest {
  change: StudyChange;
  /** The revision that the device last read. */
  since: number;
  /** The clocks of earlier changes to the item in the same request. */
  ownClocks: readonly number[];
  now: Date;
}

/** A change that has an effect. The rows get their revisions when they are stored. */
export type Effect =
  | { outcome: "created" | "changed"; row: StudyRow; copy?: never }
  /** The text that lost the conflict is kept as a separate note. */
  | { outcome: "changed"; row: StudyRow; copy: StudyRow };

export type Merged =
  | Effect
  | { outcome: "unchanged" }
  /** A new item doesn't have these fields yet. */
  | { outcome: "incomplete"; missing: Field[] };

/** The number of earlier changes whose clocks an item stores. */
const maxApplied = 20;
const unchanged: Merged = { outcome: "unchanged" };

export function mergeChange(stored: StudyRow | undefined, request: MergeRequest): Merged {
  const { change } = request;
  if (stored?.applied.includes(change.clock)) return unchanged;
  if (change.deleted) {
    return stored && stored.deletedAt === null ? deleteItem(stored, request) : unchanged;
  }
  if (stored && stored.deletedAt === null) return changeItem(stored, request);
  if (stored && !revives(stored, request)) return unchanged;
  return createItem(stored, request);
}

/** The clock of the change, unless it is too far ahead. */
const clockOf = ({ change, now }: MergeRequest) => boundClock(change.clock, now.getTime());

const remember = (row: StudyRow, { change }: MergeRequest): number[] =>
  [...row.applied, change.clock].slice(-maxApplied);

/** The fields of the kind that the change contains. */
function givenFields(change: StudyChange): StudyData {
  const given: StudyData = change;
  return Object.fromEntries(
    fieldsOfKind[change.kind]
      .filter((field) => given[field] !== undefined)
      .map((field) => [field, given[field]]),
  );
}

/**
 * A change after the deletion restores the item. So does an older change to its text or verses on a
 * device that hadn't received the deletion, because nothing that was written may be lost.
 */
function revives(stored: StudyRow, request: MergeRequest): boolean {
  if (clockOf(request) > (stored.clocks.deleted ?? 0)) return true;
  const merged = mergedFieldOfKind[stored.kind];
  const { change, since } = request;
  return merged !== undefined && changedFields(change).includes(merged) && stored.rev > since;
}

function createItem(stored: StudyRow | undefined, request: MergeRequest): Merged {
  const { change } = request;
  const data = givenFields(change);
  const missing = fieldsOfKind[change.kind].filter((field) => data[field] === undefined);
  if (missing.length > 0) return { outcome: "incomplete", missing };
  const clock = Math.max(clockOf(request), (stored?.clocks.deleted ?? 0) + 1);
  const row: StudyRow = {
    id: change.id,
    kind: change.kind,
    rev: 0,
    data,
    clocks: Object.fromEntries(Object.keys(data).map((field) => [field, clock])),
    createdClock: stored?.createdClock ?? clock,
    mergedRev: 0,
    mergedSent: change.clock,
    applied: stored ? remember(stored, request) : [change.clock],
    deletedAt: null,
    countBefore: null,
  };
  return { outcome: "created", row };
}

function deleteItem(stored: StudyRow, request: MergeRequest): Merged {
  const clock = clockOf(request);
  const merged = mergedFieldOfKind[stored.kind];
  if (merged && !hasSeen(stored, request)) return unchanged;
  if (Object.values(stored.clocks).some((other) => other > clock)) return unchanged;
  return {
    outcome: "changed",
    row: {
      ...stored,
      data: {},
      clocks: { deleted: clock },
      applied: remember(stored, request),
      deletedAt: request.now,
    },
  };
}

/** The fields that the device has changed. */
const changedFields = (change: StudyChange): readonly Field[] =>
  change.changed ?? (Object.keys(givenFields(change)) as Field[]);

function changeItem(stored: StudyRow, request: MergeRequest): Merged {
  const { change } = request;
  const clock = clockOf(request);
  const given = givenFields(change);
  const merged = mergedFieldOfKind[stored.kind];
  const row: StudyRow = {
    ...stored,
    data: { ...stored.data },
    clocks: { ...stored.clocks },
    applied: remember(stored, request),
  };
  let isChanged = false;
  for (const field of changedFields(change)) {
    if (field === merged || given[field] === undefined) continue;
    if (clock <= (stored.clocks[field] ?? 0)) continue;
    Object.assign(row.data, { [field]: given[field] });
    row.clocks[field] = clock;
    isChanged = true;
  }
  const hasMerged = merged && changedFields(change).includes(merged) && given[merged] !== undefined;
  if (!hasMerged || isSame(stored.data[merged], given[merged])) {
    return isChanged ? { outcome: "changed", row } : unchanged;
  }
  // The clock of a device that has received the other text is always higher, unless the device's
  // clock is wrong.
  const replace = (value: StudyData) => {
    Object.assign(row.data, value);
    row.clocks[merged] = Math.max(clock, (stored.clocks[merged] ?? 0) + 1);
    row.mergedSent = change.clock;
    row.mergedRev = 0;
  };
  if (hasSeen(stored, request)) {
    replace({ [merged]: given[merged] });
    return { outcome: "changed", row };
  }
  const isLater = clock > (stored.clocks[merged] ?? 0);
  if (merged === "verses") {
    const [first, second] = isLater ? [given, stored.data] : [stored.data, given];
    replace({ verses: uniteVerses(first.verses ?? [], second.verses ?? []) });
    return { outcome: "changed", row };
  }
  if (isLater) {
    replace({ text: given.text });
    return { outcome: "changed", row, copy: copyNote(stored, stored.data, stored.mergedSent) };
  }
  const copied = { ...stored.data, text: given.text };
  return { outcome: "changed", row, copy: copyNote(stored, copied, change.clock) };
}

/** Whether the device had received the text or verses that its change replaces. */
function hasSeen(stored: StudyRow, { change, since, ownClocks }: MergeRequest): boolean {
  const merged = mergedFieldOfKind[stored.kind];
  const current = merged && stored.clocks[merged];
  if (change.base !== undefined)
    return change.base === current || change.base === stored.mergedSent;
  return stored.mergedRev <= since || ownClocks.includes(stored.mergedSent);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Both lists, in the order of the first. Verses that only one device has removed are restored. */
function uniteVerses(first: readonly number[], second: readonly number[]): number[] {
  return [...new Set([...first, ...second])].slice(0, studyLimits.verses);
}

/** Whether an item was created by `copyNote`. */
export const isCopy = ({ id, kind }: Pick<StudyRow, "id" | "kind">): boolean =>
  kind === "note" && isCopiedNote(id);

/** The ID is derived from the text's clock, so a repeated change creates the same copy. */
function copyNote(stored: StudyRow, data: StudyData, sent: number): StudyRow {
  const clock = stored.clocks.text ?? stored.createdClock;
  return {
    id: `${stored.id.slice(0, 80)}.${sent}`,
    kind: "note",
    rev: 0,
    data,
    clocks: { anchor: clock, text: clock },
    createdClock: clock,
    mergedRev: 0,
    mergedSent: sent,
    applied: [sent],
    deletedAt: null,
    countBefore: null,
  };
}
