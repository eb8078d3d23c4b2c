/** URLs of test databases, and statements that run on the database server. */
import pg from "pg";

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Runs one statement, such as CREATE DATABASE, on a separate connection. */
export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const silent = () => {};

/** A log for tests that don't check its messages. */
export const quietLog = { debug: silent, info: silent, warn: silent, error: silent };
