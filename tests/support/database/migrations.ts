import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

const folder = new URL("../../../src/server/db/migrations/", import.meta.url);

/** The SQL of all migrations with this name. */
export async function readMigrations(name: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(`_${name}.sql`));
  return Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
}

/** Runs the migrations up to this one, as a release of that time did. */
export async function migrateUpTo(pool: pg.Pool, tag: string): Promise<void> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(new URL("meta/_journal.json", folder), "utf8"),
  );
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  if (last === -1) throw new Error(`There is no migration ${tag}`);
  const entries = journal.entries.slice(0, last + 1);
  const migrationsFolder = await mkdtemp(join(tmpdir(), "halaqa-migrations-"));
  try {
    await mkdir(join(migrationsFolder, "meta"));
    await writeFile(
      join(migrationsFolder, "meta", "_journal.json"),
      JSON.stringify({ ...journal, entries }),
    );
    for (const { tag: each } of entries) {
      const file = `${each}.sql`;
      await copyFile(new URL(file, folder), join(migrationsFolder, file));
    }
    await migrate(drizzle(pool), { migrationsFolder });
  } finally {
    await rm(migrationsFolder, { recursive: true });
  }
}
