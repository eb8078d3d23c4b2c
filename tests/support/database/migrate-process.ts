/** A process that migrates the database with the given URL, as a starting app does. */
import { createPool } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { quietLog } from "./server-url.ts";

const [url] = process.argv.slice(2);
if (!url) throw new Error("The URL of a database is needed.");
const pool = createPool(url, { log: quietLog });
await migrate(pool);
await pool.end();
