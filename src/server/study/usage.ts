/** How much a person has stored, and what the limits allow. */
import { eq, sql } from "drizzle-orm";
import {
  isAnnotation,
  type RefusalReason,
  type StudyKind,
  studyLimits,
  verseSize,
} from "#lib/study/study.rules.ts";
import type { Db } from "../db/connection.ts";
import { type StudyData, studyItems } from "../db/tables/study.table.ts";
import type { Entitlements } from "../plans/entitlements.ts";
import { type Effect, isCopy, type StudyRow } from "./merge-change.ts";

/**
 * How many copies beyond the plan's limit a person can have: enough that real conflicts lose no
 * text, but too few to replace a plan with forged ones.
 */
const spareCopies = 20;

export interface Usage {
  /** Highlights and notes. */
  annotations: number;
  collections: number;
  /** How many annotations are copies of texts that lost a conflict. */
  copies: number;
  /** Items that aren't deleted. */
  items: number;
  /** The number of stored rows. */
  rows: number;
  /** The total size of all items. */
  size: number;
  /** Counts a change to an item; `stored` is the item's previous state. */
  add(stored: StudyRow | undefined, effect: Effect): void;
}

export async function createUsage(tx: Db, userId: string): Promise<Usage> {
  const [counted] = await tx
    .select({
      annotations: sql<number>`(count(*) filter (where ${studyItems.deletedAt} is null and ${studyItems.kind} in ('highlight', 'note')))::int`,
      collections: sql<number>`(count(*) filter (where ${studyItems.deletedAt} is null and ${studyItems.kind} = 'collection'))::int`,
      copies: sql<number>`(count(*) filter (where ${studyItems.deletedAt} is null and ${studyItems.kind} = 'note' and ${studyItems.id} like '%.%'))::int`,
      items: sql<number>`(count(*) filter (where ${studyItems.deletedAt} is null))::int`,
      rows: sql<number>`count(*)::int`,
      size: sql<number>`coalesce(sum(${studyItems.size}), 0)::int`,
    })
    .from(studyItems)
    .where(eq(studyItems.userId, userId));
  const usage: Usage = {
    annotations: 0,
    collections: 0,
    copies: 0,
    items: 0,
    rows: 0,
    size: 0,
    ...counted,
    add(stored, effect) {
      const added = difference(stored, effect);
      usage.annotations += added.annotations;
      usage.collections += added.collections;
      usage.copies += added.copies;
      usage.items += added.items;
      usage.rows += added.rows;
      usage.size += added.size;
    },
  };
  return usage;
}

type Amounts = Omit<Usage, "add">;

/**
 * The amount by which a change increases what the person has stored. Negative if it removes
 * something.
 */
function difference(stored: StudyRow | undefined, { row, copy }: Effect): Amounts {
  const before = amountsOf(stored);
  const after = amountsOf(row);
  const copied = amountsOf(copy);
  return {
    annotations: after.annotations + copied.annotations - before.annotations,
    collections: after.collections + copied.collections - before.collections,
    copies: after.copies + copied.copies - before.copies,
    items: after.items + copied.items - before.items,
    rows: after.rows + copied.rows - before.rows,
    size: after.size + copied.size - before.size,
  };
}

function amountsOf(row: StudyRow | undefined): Amounts {
  if (!row) return { annotations: 0, collections: 0, copies: 0, items: 0, rows: 0, size: 0 };
  const items = row.deletedAt === null ? 1 : 0;
  const annotations = isAnnotation(row.kind) ? items : 0;
  const collections = row.kind === "collection" ? items : 0;
  const copies = isCopy(row) ? items : 0;
  return { annotations, collections, copies, items, rows: 1, size: sizeOf(row.data) };
}

/** The same size as that of the column `size`, except for a few spaces. */
const sizeOf = (data: StudyData): number =>
  Buffer.byteLength(JSON.stringify(data)) + verseSize * (data.verses?.length ?? 0);

/**
 * The reason why a change can't be stored, if there is one. The plan limits only new items, and
 * copies beyond `spareCopies`. Existing items can always be deleted, and can be changed as long as
 * the account isn't full. A deletion can be undone under any plan, unless other items have taken the
 * place of the deleted one: nobody gets more than before the deletion.
 */
export function findRefusal(
  usage: Usage,
  { annotations, collections }: Entitlements,
  stored: StudyRow | undefined,
  effect: Effect,
): RefusalReason | undefined {
  if (isFull(usage, difference(stored, effect))) return "full";
  const hasAll = annotations !== null && usage.annotations >= annotations;
  if (effect.copy && hasAll && usage.copies >= spareCopies) return "annotations";
  if (effect.outcome !== "created") return undefined;
  const { kind } = effect.row;
  if (countOf(usage, kind) < (stored?.countBefore ?? 0)) return undefined;
  if (isAnnotation(kind) && hasAll) return "annotations";
  if (kind === "collection" && !collections) return "collections";
  return undefined;
}

/** How many items the person has under the limit for this kind. */
const countOf = (usage: Usage, kind: StudyKind): number =>
  isAnnotation(kind) ? usage.annotations : usage.collections;

/** Remembers in a deleted item how many there were before. `usage` still counts it. */
export const withCountBefore = (usage: Usage, row: StudyRow): StudyRow =>
  row.deletedAt === null ? row : { ...row, countBefore: countOf(usage, row.kind) };

/** Whether the change would exceed what a person can have under any plan. */
const isFull = (usage: Usage, added: Amounts): boolean =>
  (["items", "rows", "size"] as const).some(
    (amount) => added[amount] > 0 && usage[amount] + added[amount] > studyLimits[amount],
  );
