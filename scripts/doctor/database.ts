/** Checks the database: its version, text settings, connections, and what the site stored in it. */
import type pg from "pg";
import type { Config } from "#server/config/config.ts";
import { type Finding, good, notice, problem, unchecked } from "./finding.ts";

/** The connections that one server needs: 10 for requests, 7 for jobs, notifications and probes. */
const connectionsPerServer = 20;
const oldestVersion = 15;
const day = 24 * 60 * 60 * 1_000;

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

/** Search ignores case, which a locale such as C without UTF-8 knows only for ASCII. */
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

/** When each provider's webhooks arrived last. */
export async function checkDeliveries(
  pool: pg.Pool,
  { stripe, zoom }: Pick<Config, "stripe" | "zoom">,
  now: Date,
): Promise<Finding[]> {
  const { rows } = await pool.query<{ provider: string; at: Date; waiting: string }>(
    `select provider, max(received_at) as at, count(*) filter (where processed_at is null) as waiting
       from webhook_events group by provider`,
  );
  const of = (provider: string) => rows.find((row) => row.provider === provider);
  const providers = [
    { id: "stripe", name: "Stripe", sandbox: stripe.sandbox },
    { id: "zoom", name: "Zoom", sandbox: zoom.sandbox },
  ].filter(({ sandbox }) => !sandbox);
  return providers.map(({ id, name }) => {
    const found = of(id);
    if (!found) {
      return notice(
        `No webhook of ${name} has arrived yet. Send a test event from its dashboard; if it is refused, the webhook secret is wrong.`,
      );
    }
    const days = Math.floor((now.getTime() - found.at.getTime()) / day);
    const text = `The last webhook of ${name} arrived on ${found.at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
    return days < 7
      ? good(`${text}.`)
      : notice(`${text}, ${days} days ago. If people paid or met since then, check the endpoint.`);
  });
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
  unchecked("Webhooks, scopes and proxies: they are examined with the database."),
];
