/** Makes one backup of a PostgreSQL database and proves that it can be restored. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import type { BackupConfig } from "#server/config/backup.ts";
import type { S3Config } from "#server/config/s3.ts";
import { compareTables, countRows, type RowCounts } from "./row-counts.ts";

/** A failure that the operator can fix. */
export class BackupError extends Error {}

export interface BackupOptions extends Pick<BackupConfig, "folder" | "keepDays" | "bucket"> {
  databaseUrl: string;
  s3: S3Config | undefined;
  now: Date;
}

export interface Backup {
  file: string;
  bytes: number;
  tables: number;
}

/** Complete backups that are kept whatever their age. */
const minKept = 2;

/** @throws BackupError that says what failed. In that case, no new dump is left in the folder. */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { databaseUrl, folder, now } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = now.toISOString().slice(0, 16).replaceAll(":", "");
  const file = join(folder, `halaqa-${time}.dump`);
  const partial = `${file}.partial`;
  try {
    const counts = await dump(databaseUrl, partial);
    if (counts.size === 0) throw new BackupError("The database in DATABASE_URL has no tables.");
    await testRestore(databaseUrl, partial, counts);
    const { size } = await stat(partial);
    if (options.bucket) await upload(options, partial, basename(file), size);
    await rename(partial, file);
    await removeOld(options);
    return { file, bytes: size, tables: counts.size };
  } finally {
    await rm(partial, { force: true });
  }
}

/** Dumps and counts in one snapshot, so that the restored tables must have the same rows. */
async function dump(databaseUrl: string, file: string): Promise<RowCounts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin transaction isolation level repeatable read read only");
    const { rows } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
    const snapshot = `--snapshot=${rows[0]?.id}`;
    await runTool("pg_dump", ["--format=custom", snapshot, `--file=${file}`], databaseUrl);
    return await countRows(client);
  } finally {
    await client.end();
  }
}

/** Restores the dump into a new database on the same server, compares it and drops it. */
async function testRestore(databaseUrl: string, file: string, counts: RowCounts): Promise<void> {
  const url = new URL(databaseUrl);
  const name = `${decodeURIComponent(url.pathname.slice(1))}_restore_test`;
  url.pathname = `/${encodeURIComponent(name)}`;
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  try {
    await server.query(drop);
    await create(server, name);
    const restored = url.href;
    const parameters = [
      "--exit-on-error",
      "--no-owner",
      "--no-privileges",
      `--dbname=${name}`,
      file,
    ];
    await runTool("pg_restore", parameters, restored);
    const client = new pg.Client({ connectionString: restored });
    await client.connect();
    const found = await countRows(client).finally(() => client.end());
    const differences = compareTables(counts, found);
    if (differences.length > 0) {
      throw new BackupError(`The restored backup differs: ${differences.join("; ")}.`);
    }
  } finally {
    await server.query(drop).finally(() => server.end());
  }
}

async function create(server: pg.Client, name: string): Promise<void> {
  try {
    await server.query(`create database ${pg.escapeIdentifier(name)} template template0`);
  } catch (error) {
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient_privilege
    if (!(error instanceof pg.DatabaseError) || error.code !== "42501") throw error;
    throw new BackupError(
      "The restore test needs a database of its own, and the role in DATABASE_URL may not create one. Run: alter role … createdb",
    );
  }
}

async function runTool(program: string, parameters: string[], databaseUrl: string): Promise<void> {
  const child = spawn(program, parameters, {
    env: { ...process.env, ...toLibpq(databaseUrl) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const failed = once(child, "error").then(([error]) => {
    throw new BackupError(
      `${program} can't be run: ${error.message}. Install PostgreSQL's client programs of the server's version or a newer one.`,
    );
  });
  const ended = Promise.all([once(child, "close"), text(child.stderr)]);
  const [[code], output] = await Promise.race([ended, failed]);
  if (code !== 0) throw new BackupError(`${program} ended with ${code}: ${output.trim()}`);
}

/** Variables instead of parameters, which other users of the machine could read. */
function toLibpq(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const values = {
    PGHOST: searchParams.get("host") ?? hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode") ?? "",
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** The S3 client is large, so it is imported only if it is used. */
async function upload(
  { s3, bucket }: BackupOptions,
  path: string,
  key: string,
  bytes: number,
): Promise<void> {
  if (!s3) throw new BackupError("BACKUP_BUCKET needs the store in S3_BUCKET and its keys.");
  const { S3Client, PutObjectCommand } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
  });
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: createReadStream(path),
    ContentLength: bytes,
  });
  try {
    await client.send(command);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The backup can't be stored in the bucket ${bucket}: ${reason}`);
  } finally {
    client.destroy();
  }
}

async function removeOld({ folder, keepDays, now }: BackupOptions): Promise<void> {
  const oldest = now.getTime() - keepDays * 24 * 60 * 60 * 1_000;
  const names = (await readdir(folder)).filter((name) => /^halaqa-.*\.dump$/.test(name)).sort();
  for (const name of names.slice(0, -minKept)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < oldest) await rm(join(folder, name));
  }
}
