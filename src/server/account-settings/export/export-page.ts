/** Reads one list of an export in batches of a hundred rows. */
import { asc, gt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";

/** Small, because a row can take tens of kilobytes. */
const batch = 100;

interface Batch {
  rows: object[];
  /** The ID after which the next batch starts. Undefined for the last batch. */
  next: string | undefined;
}

/** Reads the batch after an ID, or the first batch without one. */
export type ReadAfter = (
  context: Context,
  actor: Actor,
  last: string | undefined,
) => Promise<Batch>;

/** Pages through a query whose rows are ordered by `id`. */
export function page<Row extends { id: string }>(
  id: PgColumn,
  select: (
    context: Context,
    actor: Actor,
    onward: { after: SQL | undefined; order: SQL; batch: number },
  ) => Promise<Row[]>,
  show: (row: Row) => object = (row) => row,
): ReadAfter {
  return async (context, actor, last) => {
    const after = last === undefined ? undefined : gt(id, last);
    const rows = await select(context, actor, { after, order: asc(id), batch });
    return {
      rows: rows.map(show),
      next: rows.length < batch ? undefined : rows.at(-1)?.id,
    };
  };
}

/** The actor's profile ID. Without a profile it is empty and matches no rows. */
export const profileOf = (actor: Actor): string => actor.profile?.id ?? "";
