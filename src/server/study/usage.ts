/** How many items a person has, and what the limits permit. */
import { eq, sql } from "drizzle-orm";
import {
  isAnnotation,
  type RefusalReason,
  type StudyKind,
  studyLimits,
} from "#lib/study/study.rules.ts";
import type { Db } from "../db/connection.ts";
import { studyItems } from "../db/tables/study.table.ts";
import type { Entitlements } from "../plans/entitlements.ts";

export interface Usage {
  /** Highlights and notes. */
  annotations: number;
  /** Items that aren't deleted. */
  items: number;
  /** Stored rows. */
  rows: number;
  add(kind: StudyKind, isNewRow: boolean): void;
  remove(kind: StudyKind): void;
}

export async function createUsage(tx: Db, userId: string): Promise<Usage> {
  const [counted] = await tx
    .select({
      annotations: sql<number>`(count(*) filter (where ${studyItems.deletedAt} is null and ${studyItems.kind} in ('highlight', 'note')))::int`,
      items: sql<number>`(count(*) filter (where ${studyItems.deletedAt} is null))::int`,
      rows: sql<number>`count(*)::int`,
    })
    .from(studyItems)
    .where(eq(studyItems.userId, userId));
  const usage: Usage = {
    annotations: 0,
    items: 0,
    rows: 0,
    ...counted,
    add(kind, isNewRow) {
      usage.items += 1;
      if (isNewRow) usage.rows += 1;
      if (isAnnotation(kind)) usage.annotations += 1;
    },
    remove(kind) {
      usage.items -= 1;
      if (isAnnotation(kind)) usage.annotations -= 1;
    },
  };
  return usage;
}

/**
 * Why a new item can't be stored. Items that exist can always be changed and deleted, whatever the
 * plan.
 * @param stored what remains of the item if it was deleted before.
 */
export function findRefusal(
  usage: Usage,
  { annotations, collections }: Entitlements,
  kind: StudyKind,
  stored: object | undefined,
): RefusalReason | undefined {
  if (isFull(usage, stored)) return "full";
  if (isAnnotation(kind) && annotations !== null && usage.annotations >= annotations)
    return "annotations";
  if (kind === "collection" && !collections) return "collections";
  return undefined;
}

/** Whether the person can't have another item, under any plan. */
export function isFull({ items, rows }: Usage, stored?: object): RefusalReason | false {
  const isOver = items >= studyLimits.items || (!stored && rows >= studyLimits.rows);
  return isOver && "full";
}
