/** What the tables of the console have in common. */
import type { SQL } from "drizzle-orm";
import { asc, desc } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { staffPageSize } from "#lib/staff/staff.ts";

/** The largest number of rows of a CSV export. */
export const maxExportedRows = 20_000;

/** A page of rows that were read with `limit staffPageSize offset pageOffset(page)`. */
export function toTablePage<Row>(rows: Row[], total: number, page: number): StaffTableData<Row> {
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / staffPageSize)) };
}

export const pageOffset = (page: number): number => (page - 1) * staffPageSize;

/**
 * The order that a table's address names: a column, with a minus for descending. Unknown names are
 * ignored.
 */
export function toOrder(
  sort: string | undefined,
  columns: Readonly<Record<string, PgColumn | SQL>>,
  fallback: SQL,
): SQL {
  const isDescending = sort?.startsWith("-") ?? false;
  const name = isDescending ? sort?.slice(1) : sort;
  const column = name !== undefined && Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) return fallback;
  return isDescending ? desc(column) : asc(column);
}

/** A pattern for `ilike` that finds the text anywhere. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
