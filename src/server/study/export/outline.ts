/**
 * An export first reads which items a person has and how large they are, and then reads their
 * contents in batches of limited size.
 */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ExportedItem } from "#lib/study/study.responses.ts";
import type { Db } from "../../db/connection.ts";
import { studyItems } from "../../db/tables/study.table.ts";
import { toExportedItem } from "../study.view.ts";

const maxBatch = 200;
const maxBatchSize = 250_000;

export type Outline = Awaited<ReturnType<typeof findOutline>>[number];

/** Reads the items with these IDs, in the given order. */
export type ReadItems = (items: readonly Outline[]) => AsyncGenerator<ExportedItem, void>;

const present = (userId: string) =>
  and(eq(studyItems.userId, userId), isNull(studyItems.deletedAt));

/** A person's items, oldest first. */
export function findOutline(db: Db, userId: string) {
  const { id, kind, size, data, createdClock } = studyItems;
  const verse = sql<
    number | null
  >`coalesce(${data} -> 'verse', ${data} -> 'anchor' -> 'verse')::int`;
  return db
    .select({ id, kind, size, verse })
    .from(studyItems)
    .where(present(userId))
    .orderBy(asc(createdClock), asc(id));
}

/** Items that have been deleted in the meantime are omitted. */
export function readItemsOf(db: Db, userId: string): ReadItems {
  return async function* readItems(items) {
    for (const batch of divide(items)) {
      const ids = batch.map(({ id }) => id);
      const rows = await db
        .select()
        .from(studyItems)
        .where(and(present(userId), inArray(studyItems.id, ids)));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const id of ids) {
        const row = byId.get(id);
        if (row) yield toExportedItem(row);
      }
    }
  };
}

function* divide(items: readonly Outline[]): Generator<Outline[], void> {
  let batch: Outline[] = [];
  let size = 0;
  for (const item of items) {
    if (batch.length === maxBatch || (batch.length > 0 && size + item.size > maxBatchSize)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += item.size;
  }
  if (batch.length > 0) yield batch;
}
