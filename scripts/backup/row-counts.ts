/** Counts the rows of all tables, to compare a restored database with its original. */
import pg from "pg";

/** By the table's name with its schema. */
export type RowCounts = ReadonlyMap<string, number>;

export async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      order by 1, 2`,
  );
  const counts = new Map<string, number>();
  for (const { schema, name } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const { rows: found } = await client.query<{ rows: string }>(
      `select count(*) as rows from ${table}`,
    );
    counts.set(`${schema}.${name}`, Number(found[0]?.rows));
  }
  return counts;
}

/** How the restored tables differ, each as a short text. */
export function compareTables(original: RowCounts, restored: RowCounts): string[] {
  const names = [...new Set([...original.keys(), ...restored.keys()])].sort();
  return names.flatMap((name) => {
    const [before, after] = [original.get(name), restored.get(name)];
    if (before === after) return [];
    return [`${name} has ${after ?? "no"} rows instead of ${before ?? "none"}`];
  });
}
