/** Statements that many requests use, built once rather than for each request. */
import type { Db } from "./connection.ts";

/**
 * Returns a function that finds the statement of a database, and builds it on first use. A statement
 * that `build` prepares with a name is also parsed and planned only once per connection. Its values
 * are placeholders, and it must select columns by name, so that it survives migrations that add
 * columns. A transaction builds its own.
 */
export function prepareOnce<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const existing = statements.get(db);
    if (existing) return existing;
    const statement = build(db);
    statements.set(db, statement);
    return statement;
  };
}
