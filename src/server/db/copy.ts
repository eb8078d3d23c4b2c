/** Copies a whole database to another server through ordinary connections. */
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { connectAlone } from "./connection.ts";

export interface CopiedTable {
  name: string;
  rows: number;
}

interface Table {
  /** The schema and the name, quoted for SQL. */
  name: string;
  /** The quoted names of columns that store data. The target computes generated columns itself. */
  columns: string;
}

/**
 * Copies all rows of `source` to `target` in one transaction, so that the target gets all of them
 * or none. Both must have the same schema, and the target's tables must be empty. Only the rows
 * that the job queue (`pgboss`) creates itself are replaced.
 *
 * @throws Error if the target contains data or lacks a table, or if the counts differ at the end.
 */
export async function copyDatabase(source: string, target: string): Promise<CopiedTable[]> {
  const [from, to] = await Promise.all([connectTo(source), connectTo(target)]);
  try {
    // All tables are read from a single snapshot.
    await from.query("begin isolation level repeatable read read only");
    await to.query("begin");
    const tables = await listTables(from);
    await refuseOtherData(to, tables);
    const restore = await suspendReferences(to);
    for (const { name } of tables) if (isQueueTable(name)) await to.query(`delete from ${name}`);
    const copied: CopiedTable[] = [];
    for (const table of tables) copied.push(await copyTable(from, to, table));
    await copySequences(from, to);
    await restore();
    await to.query("commit");
    await to.query("analyze");
    return copied;
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    await Promise.all([from.end(), to.end()]);
  }
}

function connectTo(url: string): Promise<pg.Client> {
  return connectAlone({ connectionString: url, statement_timeout: 0 });
}

const isQueueTable = (name: string) => name.startsWith("pgboss.");

const ourSchemas = "('public', 'pgboss')";

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${ourSchemas}
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
           and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r'
     group by 1 order by 1`);
  return rows;
}

/** Rejects a target that contains data other than its migrations, or that lacks a table. */
async function refuseOtherData(to: pg.Client, tables: Table[]): Promise<void> {
  const present = new Set((await listTables(to)).map(({ name }) => name));
  const missing = tables.filter(({ name }) => !present.has(name));
  if (missing.length > 0) {
    throw new Error(
      `The target is missing ${missing.map(({ name }) => name).join(", ")}. Both databases must have the same version.`,
    );
  }
  const filled: string[] = [];
  for (const { name } of tables) {
    if (!isQueueTable(name) && (await countRows(to, name)) > 0) filled.push(name);
  }
  if (filled.length > 0) {
    throw new Error(
      `The target isn't empty: ${filled.join(", ")} contain rows. Nothing was changed. Use an empty database.`,
    );
  }
}

/**
 * Removes foreign keys and triggers, so that rows can be inserted in any order. Returns a function
 * that restores them.
 */
async function suspendReferences(to: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await to.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
           pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${ourSchemas}
     where k.contype = 'f' and k.conparentid = 0`);
  const tables = await listTables(to);
  for (const key of keys) await to.query(`alter table ${key.table} drop constraint ${key.name}`);
  for (const { name } of tables) await to.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { name } of tables) await to.query(`alter table ${name} enable trigger user`);
    // Adding a foreign key validates all rows.
    for (const { table, name, definition } of keys) {
      await to.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}

async function copyTable(from: pg.Client, to: pg.Client, table: Table): Promise<CopiedTable> {
  const { name, columns } = table;
  await pipeline(
    from.query(copyTo(`copy ${name} (${columns}) to stdout`)),
    to.query(copyFrom(`copy ${name} (${columns}) from stdin`)),
  );
  const [expected, rows] = await Promise.all([countRows(from, name), countRows(to, name)]);
  if (rows !== expected) {
    throw new Error(`${name} has ${expected} rows, but ${rows} arrived. Nothing was changed.`);
  }
  return { name, rows };
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; value: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value
      from pg_sequences where schemaname in ${ourSchemas}`);
  for (const { name, value } of rows) {
    if (value !== null) await to.query("select setval($1::regclass, $2)", [name, value]);
  }
}
