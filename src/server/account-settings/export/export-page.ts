/** One list of an export, some hundred rows at a time. */
import { asc, gt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";

const batch = 500;

interface Batch {
  rows: object[];
  /** The id to read on after; none when this was the last batch. */
  next: string | undefined;
}

/** Reads on after an id; from the beginning without one. */
export type ReadAfter = (
  context: Context,
  actor: Actor,
  last: string | undefined,
) => Promise<Batch>;

/** One page of a query whose rows carry the id that it is ordered by. */
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

/** A person without a profile has none of its rows either. */
export const profileOf = (actor: Actor): string => actor.profile?.id ?? "";
