import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../src/server/db/migrations/", import.meta.url);

/** The SQL of all migrations with this name. */
export async function readMigrations(name: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(`_${name}.sql`));
  return Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
}
