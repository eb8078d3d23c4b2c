// The sandbox's data in one SQLite file. Writes are on disk before the call returns, so that
// nothing that was acknowledged is lost if the process is killed.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

type Scalar = string | number | boolean;

/** Fields that large collections are searched by. */
const INDEXED = ["status", "payment_intent", "account"];

/**
 * Values of one kind by ID. `get` and `list` return copies, so changes must be stored with `put`.
 */
export interface Collection<T> {
  get(id: string): T | undefined;
  /** Stores the value under the ID, replacing an earlier one, and returns it. */
  put(id: string, value: T): T;
  /** All values, oldest first, or those whose top-level fields equal the given ones. */
  list(where?: { [field in keyof T]?: Scalar }): T[];
  /** Returns whether a value was deleted. */
  delete(id: string): boolean;
}

export interface SandboxState {
  /** Names start with the provider, such as `stripe.charges` and `zoom.meetings`. */
  collection<T>(name: string): Collection<T>;
  /**
   * Commits all writes of `work` or none. `work` must be synchronous. Nested calls join the outer
   * transaction.
   */
  transaction<R>(work: () => R): R;
  close(): void;
}

/** Opens (or creates) `sandbox.sqlite` in the folder. */
export function openState(dataDir: string): SandboxState {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, "sandbox.sqlite"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000");
  db.exec(`CREATE TABLE IF NOT EXISTS entries (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (collection, id)
  )`);
  for (const field of INDEXED) {
    db.exec(`CREATE INDEX IF NOT EXISTS entries_${field}
      ON entries (collection, ${fieldOf(field)}) WHERE ${fieldOf(field)} IS NOT NULL`);
  }
  const get = db.prepare("SELECT value FROM entries WHERE collection = ? AND id = ?");
  const put = db.prepare(
    `INSERT INTO entries (collection, id, value) VALUES (?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value`,
  );
  const remove = db.prepare("DELETE FROM entries WHERE collection = ? AND id = ?");

  return {
    collection<T>(name: string): Collection<T> {
      return {
        get(id) {
          const row = get.get(name, id);
          return row && (JSON.parse(String(row.value)) as T);
        },
        put(id, value) {
          put.run(name, id, JSON.stringify(value));
          return value;
        },
        list(where = {}) {
          const wanted = Object.entries(where) as [string, Scalar][];
          const conditions = wanted.map(([field]) => ` AND ${fieldOf(field)} = ?`).join("");
          return db
            .prepare(`SELECT value FROM entries WHERE collection = ?${conditions} ORDER BY place`)
            .all(name, ...wanted.map(([, scalar]) => toSql(scalar)))
            .map((row) => JSON.parse(String(row.value)) as T);
        },
        delete(id) {
          return remove.run(name, id).changes > 0;
        },
      };
    },
    transaction(work) {
      if (db.isTransaction) return work();
      db.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        db.exec("COMMIT");
        return result;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
    close() {
      db.close();
    },
  };
}

function fieldOf(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`Invalid field name: ${name}`);
  return `json_extract(value, '$.${name}')`;
}

/** Converts a value to the form that json_extract returns. */
function toSql(scalar: Scalar): string | number {
  return typeof scalar === "boolean" ? Number(scalar) : scalar;
}
