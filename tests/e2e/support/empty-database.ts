/** A process that creates an empty, migrated database in the data folder given as an argument. */
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { prepareDatabase } from "../../support/database/prepare-database.ts";
import { quietLog } from "../../support/database/server-url.ts";

const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error("A data folder is needed.");
const database = await startEmbeddedPostgres({ dataDir, log: quietLog });
await prepareDatabase(database.url);
await database.stop();
process.exit();
