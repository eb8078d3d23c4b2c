/** Reads the tables of the console: one page of their rows, or all of them for an export. */
import { asc, desc, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { staffPageSize } from "#lib/staff/staff.ts";
import type { Db } from "../db/connection.ts";

/** How many rows of an export are in memory at once. */
export const exportedPageSize = 1_000;

/** A select with joins and conditions, but no order or limit, after `$dynamic()`. */
interface SelectedRows<Read> extends SQLWrapper, PromiseLike<Read[]> {
  /** Replaces the condition. */
  where(condition: SQL): SelectedRows<Read>;
  orderBy(...order: (SQL | PgColumn)[]): SelectedRows<Read>;
  limit(limit: number): SelectedRows<Read>;
  offset(offset: number): SelectedRows<Read>;
}

/** What a table consists of. The select can be read by one reader only, because Drizzle changes it. */
export interface StaffTableSource<Read> {
  /** All rows that match the query. */
  rows: SelectedRows<Read>;
  /** The columns that people can sort by. */
  sortable: Readonly<Record<string, PgColumn | SQL>>;
  /** The order if people choose none. */
  order: SQL;
  /** Orders rows that are otherwise equal, so that no row is on two pages. */
  id: PgColumn | SQL;
}

/** A table that can be exported. */
interface ExportedSource<Read> extends StaffTableSource<Read> {
  /** Identifies the row. It is the first column of the select. */
  key: PgColumn;
}

/** The parameters in the URL of a table, besides its search and filters. */
interface TableQuery {
  sort?: string | undefined;
  page: number;
}

/** One page of a table, and how many rows there are. */
export async function readTablePage<Read, Row>(
  db: Db,
  { sort, page }: TableQuery,
  source: StaffTableSource<Read>,
  toRow: (read: Read) => Row,
): Promise<StaffTableData<Row>> {
  // PostgreSQL doesn't compute the columns that only the rows need.
  const total = await db.$count(sql`(${source.rows.getSQL()}) as "counted"`);
  const rows = await inOrder(source, sort).limit(staffPageSize).offset(pageOffset(page));
  return { rows: rows.map(toRow), total, page, pages: countPages(total) };
}

/**
 * All rows of a table, page by page, for an export. Read them in a transaction that doesn't see what
 * others change in the meantime. The rows are found and sorted once, by a cursor that returns their
 * keys, so that each page costs the same however many came before it.
 */
export async function* readWholeTable<Read, Row>(
  tx: Db,
  { sort }: Pick<TableQuery, "sort">,
  source: ExportedSource<Read>,
  toRow: (read: Read) => Row,
  pageSize = exportedPageSize,
): AsyncGenerator<Row[]> {
  const ordered = inOrder(source, sort);
  // Plans the query for all of its rows and not for the first ones.
  await tx.execute(sql`set local cursor_tuple_fraction = 1`);
  await tx.execute(
    sql`declare exported no scroll cursor for select "row".key from (${ordered.getSQL()}) as "row" (key)`,
  );
  for (;;) {
    const fetched = await tx.execute<{ key: string }>(
      sql`fetch ${sql.raw(String(pageSize))} from exported`,
    );
    const keys = fetched.rows.map(({ key }) => key);
    if (keys.length > 0) {
      const rows = await ordered.where(inArray(source.key, keys));
      if (rows.length !== keys.length) throw new Error("The key doesn't identify the rows");
      yield rows.map(toRow);
    }
    if (keys.length < pageSize) break;
  }
  await tx.execute(sql`close exported`);
}

/** One page of a table whose rows are computed, so that the database can't divide them into pages. */
export function sliceTablePage<Row>(rows: readonly Row[], page: number): StaffTableData<Row> {
  const start = pageOffset(page);
  return {
    rows: rows.slice(start, start + staffPageSize),
    total: rows.length,
    page,
    pages: countPages(rows.length),
  };
}

const pageOffset = (page: number): number => (page - 1) * staffPageSize;
const countPages = (total: number): number => Math.max(1, Math.ceil(total / staffPageSize));

/**
 * The order given in the URL of a table: a column, with a minus for descending. Unknown names are
 * ignored.
 */
function inOrder<Read>(
  { rows, sortable, order, id }: StaffTableSource<Read>,
  sort: string | undefined,
): SelectedRows<Read> {
  const isDescending = sort?.startsWith("-") ?? false;
  const name = isDescending ? sort?.slice(1) : sort;
  const column = name !== undefined && Object.hasOwn(sortable, name) ? sortable[name] : undefined;
  const chosen = column && (isDescending ? desc(column) : asc(column));
  return rows.orderBy(chosen ?? order, id);
}

/** A pattern for `ilike` that finds the text anywhere. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
