/** Checks the database: its version, text settings, connections, and what the site stored in it. */
import type pg from "pg";
import { signingKeyPurpose } from "#server/accounts/sessions/signing-keys.ts";
import type { Config } from "#server/config/config.ts";
import { type AppSecrets, decrypt } from "#server/crypto.ts";
import { settingsChannel } from "#server/settings/settings-store.ts";
import { type Finding, good, notice, problem, unchecked } from "./finding.ts";

/** The connections that one server needs: 10 for requests, 7 for jobs, notifications and probes. */
const connectionsPerServer = 20;
const oldestVersion = 15;

export async function checkDatabase(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{
    version: number;
    encoding: string;
    connections: number;
    now: Date;
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
            pg_encoding_to_char(encoding) as encoding,
            current_setting('max_connections')::int as connections,
            clock_timestamp() as now
       from pg_database where datname = current_database()`,
  );
  const found = rows[0];
  if (!found) return [problem("The database can't be examined.")];
  const { version, encoding, connections, now } = found;
  const difference = Math.abs(now.getTime() - Date.now());
  return [
    version >= oldestVersion
      ? good(`The database runs PostgreSQL ${version}.`)
      : problem(
          `The database runs PostgreSQL ${version}. Version ${oldestVersion} or newer is needed.`,
        ),
    encoding === "UTF8"
      ? good("The database stores text as UTF-8.")
      : problem(
          `The database stores text as ${encoding}. Create it with ENCODING 'UTF8', or names and lessons in Arabic can't be stored.`,
        ),
    await checkLowerCase(pool),
    connections >= connectionsPerServer
      ? good(
          `The database allows ${connections} connections: ${connectionsPerServer} are enough for one server.`,
        )
      : problem(
          `The database allows ${connections} connections. Set max_connections to ${connectionsPerServer} for each server.`,
        ),
    difference < 30_000
      ? good("The database's clock agrees with this machine's.")
      : problem(
          `The clocks of the database and of this machine differ by ${Math.round(difference / 1_000)} s. Let both follow NTP.`,
        ),
  ];
}

/** Search ignores case, which a locale such as C without UTF-8 supports only for ASCII. */
async function checkLowerCase(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ works: boolean; locale: string }>(
    `select lower('É') = 'é' as works, datcollate as locale
       from pg_database where datname = current_database()`,
  );
  const { works = false, locale = "unknown" } = rows[0] ?? {};
  return works
    ? good(`The database's locale (${locale}) knows upper and lower case of all letters.`)
    : problem(
        `The database's locale (${locale}) knows upper and lower case of English letters only, so search misses names. Create the database with a UTF-8 locale, such as C.UTF-8 or en_US.UTF-8.`,
      );
}

/** Whether what is stored can be decrypted with the secret of this environment. */
export async function checkSecret(
  pool: pg.Pool,
  config: Pick<Config, "appSecret" | "previousAppSecret">,
): Promise<Finding[]> {
  const { rows } = await pool.query<{ sealed: string }>(
    `select private_jwk_encrypted as sealed from signing_keys where retires_at > $1`,
    [new Date()],
  );
  const readable = await Promise.all(
    rows.map(({ sealed }) => isReadable(config, signingKeyPurpose, sealed)),
  );
  const foreign = readable.filter((isOurs) => !isOurs).length;
  if (rows.length === 0)
    return [notice("Nothing is stored yet that could show whether APP_SECRET is right.")];
  if (foreign === 0) return [good("APP_SECRET decrypts what is stored.")];
  return [
    problem(
      `APP_SECRET doesn't decrypt ${foreign} of ${rows.length} stored keys. Give every server the same one, and during a rotation the old one as APP_SECRET_PREVIOUS. Otherwise people are logged out and Zoom accounts are disconnected.`,
    ),
  ];
}

const isReadable = (secrets: AppSecrets, purpose: string, sealed: string): Promise<boolean> =>
  decrypt(secrets, purpose, sealed).then(
    () => true,
    () => false,
  );

/** Servers that store uploads in their own folders don't find those of the others. */
export async function checkServers(
  pool: pg.Pool,
  { s3, dataDir }: Pick<Config, "s3" | "dataDir">,
): Promise<Finding[]> {
  const { rows } = await pool.query<{ servers: number }>(
    `select count(*)::int as servers from pg_stat_activity
      where datname = current_database() and application_name = $1`,
    [settingsChannel],
  );
  const servers = rows[0]?.servers ?? 0;
  if (servers < 2 || s3) return [];
  return [
    problem(
      `${servers} servers use this database, but each stores uploads in its own ${dataDir}, where the others don't find them. Set S3_BUCKET and its keys on all of them.`,
    ),
  ];
}

/** The scopes of the newest connection to Zoom. Undefined if there is none. */
export async function findGrantedScopes(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ scopes: string }>(
    `select scopes from zoom_connections where provider = 'zoom' and revoked_at is null and scopes <> ''
      order by created_at desc limit 1`,
  );
  return rows[0]?.scopes;
}

/** The findings of a database that can't be reached. */
export const notReached = (reason: string): Finding[] => [
  problem(`The database can't be reached: ${reason}`),
  unchecked(
    "Console settings, owners, webhooks, scopes and proxies: they are examined with the database.",
  ),
];
