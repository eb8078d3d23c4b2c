/**
 * Starts the server process: database, jobs, API and site behind one listener. /healthz works
 * immediately. All other requests have to wait until the database is migrated.
 */
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import closeWithGrace from "close-with-grace";
import type { Pool } from "pg";
import { hasSessionCookie } from "./accounts/sessions/session-cookie.ts";
import { type Config, getConfig } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { loadSecrets } from "./config/secrets.ts";
import { setContext } from "./context.ts";
import { closeContext, createContext } from "./create-context.ts";
import { createDatabase, createPool } from "./db/connection.ts";
import { DataFolderInUseError, startEmbeddedPostgres } from "./db/embedded/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { DemoAccountsError, refuseDemoAccounts } from "./demo/demo-accounts.ts";
import { holdLiveClass } from "./demo/live-class.ts";
import { seedDemo } from "./demo/seed.ts";
import { followSettings } from "./gateway/follow-settings.ts";
import { createGateway, type Site } from "./gateway/gateway.ts";
import { createHttpServer } from "./gateway/http-server.ts";
import { createCallTurns } from "./gateway/limits/call-turns.ts";
import { createRenderTurns } from "./gateway/limits/render-turns.ts";
import { createStartTurns } from "./gateway/limits/start-turns.ts";
import { createPageCache } from "./gateway/page-cache/page-cache.ts";
import { createPageStore } from "./gateway/page-cache/page-store.ts";
import { startPurges } from "./gateway/page-cache/purges.ts";
import { isDatabaseUp } from "./gateway/probes.ts";
import { createSecurityHeaders } from "./gateway/security-headers.ts";
import { closeServer, drainServer } from "./gateway/shutdown.ts";
import { loadSite } from "./gateway/site.ts";
import { createAlerts } from "./monitoring/alerts.ts";
import { watchBackups } from "./monitoring/backups.ts";
import { logConsole, logWarnings } from "./monitoring/console-log.ts";
import { createLog, withAlerts } from "./monitoring/log.ts";
import { observePool } from "./monitoring/metrics.ts";
import { createSentry } from "./monitoring/sentry.ts";
import { checkPlanPrices } from "./plans/plan-prices.ts";
import { createMailer } from "./providers/mail/mail.ts";
import { warnOfHiddenEditions } from "./quran/hidden-editions.ts";
import { warnOfMissingSettings } from "./settings/missing-settings.ts";

process.env.NODE_ENV ??= "production";

const config = readConfig();
// Other users of this machine must not be able to read files created by this process or its
// PostgreSQL.
process.umask(0o077);
/** Known once the database is connected. Staff set them. */
let onCallAddresses = (): readonly string[] => [];
const alerts = createAlerts({
  settings: {
    ...config.alerts,
    get emails() {
      return [...new Set([...config.alerts.emails, ...onCallAddresses()])];
    },
  },
  // A separate connection, so that an alert doesn't wait for other emails.
  mailer: createMailer({ ...config.mail, log: createLog(config.logLevel) }),
  log: createLog(config.logLevel),
  origin: { appUrl: config.appUrl, host: hostname() },
});
const sentry = config.sentryDsn
  ? createSentry({
      dsn: config.sentryDsn,
      environment: config.env,
      host: hostname(),
      log: createLog(config.logLevel),
    })
  : undefined;
const log = createLog(config.logLevel, withAlerts(alerts, ...(sentry ? [sentry] : [])));
logConsole(log);
logWarnings(log);
/** The folder of the built site. An argument can name the folder of another build. */
const dist = process.argv[2] ?? join(import.meta.dirname, "..", "..", "dist");

/** Running parts, stopped in reverse order. */
const started: { name: string; stop(): Promise<void> }[] = [];
let site: Site | undefined;
/** A separate connection for /readyz, so that it responds even when all other connections are busy. */
let probePool: Pool | undefined;
/** The parts with event streams, which don't end on their own. */
let streams: { stop(): Promise<void> }[] = [];
let isStarted = false;
let isStopping = false;

const security = createSecurityHeaders(config);
const renders = createRenderTurns({ factor: config.rateLimitFactor });
const cache = createPageCache({
  store: createPageStore(),
  log,
  host: new URL(config.appUrl).host,
  turns: renders,
});
const server = createHttpServer({
  security,
  trustProxy: config.trustProxy,
  listener: createGateway({
    security,
    metrics: config,
    log,
    cache,
    turns: { takeStart: createStartTurns(), renders, calls: createCallTurns() },
    trustProxy: config.trustProxy,
    languages: config.languages,
    hasSessionCookie: (cookieHeader) => hasSessionCookie(config, cookieHeader),
    site: () => site,
    isReady: async () =>
      isStarted && !isStopping && probePool !== undefined && (await isDatabaseUp(probePool)),
  }),
});

// An unhandled rejection must not abort other requests.
process.on("unhandledRejection", (error) =>
  log.error({ err: error }, "Unhandled promise rejection"),
);
// close-with-grace exits immediately on a second signal, and Ctrl+C sends two: the terminal signals
// both the server and the start script, which signals the server again.
const requests = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
const grace = closeWithGrace(
  { delay: 9_000, logger: log, skip: ["unhandledRejection", ...requests] },
  async ({ err, signal }) => {
    if (err) log.fatal({ err }, "The server is stopping because of an unhandled error");
    else log.info({ signal }, "The server is stopping");
    await stop();
  },
);
const stopOnce = () => {
  if (!isStopping) grace.close();
};
for (const request of requests) process.on(request, stopOnce);
// The start script opens this IPC channel. It closes when that process exits for any reason.
process.once("disconnect", stopOnce);

/** The messages of these errors tell the operator what to change. */
const operatorErrors = [ConfigError, DataFolderInUseError, DemoAccountsError];

/**
 * The maximum number of connections that wait to be accepted. With Node's default of 511, browsers
 * retry some connections of a burst only after 1 s.
 */
const backlog = 4096;

await listen();
try {
  await start();
} catch (error) {
  if (isStopping) {
    // For example, because the demo data was still being created. The next start continues with it.
    log.info({ err: error }, "Startup was interrupted");
  } else {
    // The log hides long paths, because they look like tokens.
    if (error instanceof Error && operatorErrors.some((kind) => error instanceof kind))
      process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, "The server could not start");
    await stop();
    process.exit(1);
  }
}

async function listen(): Promise<void> {
  server.listen({ port: config.port, host: config.host, backlog });
  await once(server, "listening");
  log.info({ url: config.appUrl, host: config.host, port: config.port }, "The server is listening");
}

async function start(): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await startDatabase());
  const connections = createPool(databaseUrl, { log, shareFactor: config.rateLimitFactor });
  started.push({ name: "connections", stop: () => connections.end() });
  const probe = createPool(databaseUrl, { log, max: 1, name: "halaqa-probe" });
  probePool = probe;
  started.push({ name: "probe", stop: () => probe.end() });
  observePool(connections);
  await migrate(connections);
  if (config.env === "live") {
    await refuseDemoAccounts(createDatabase(connections));
    warnOfHiddenEditions(config, log);
  }

  const purges = startPurges({ databaseUrl, pool: connections, log, purgeHere: cache.purge });
  started.push({ name: "purges", stop: purges.stop });
  const context = await createContext({
    config,
    pool: connections,
    databaseUrl,
    log,
    purgePages: purges.purge,
  });
  streams = [context.live, context.livePages];
  started.push({ name: "context", stop: () => closeContext(context) });
  setContext(context);
  onCallAddresses = () => context.settings.read("onCallAddresses");
  if (config.env === "live") {
    await checkPlanPrices(context);
    warnOfMissingSettings(context);
  }

  const loaded = await loadSite(dist, context, security);
  followSettings(context, { files: loaded.files, cache });
  await context.jobs.work();
  if (config.backup.isWatched) watchBackups(config.backup.folder, log);
  site = loaded;
  // Seeding is last, because webhooks about the demo data need a server that accepts requests.
  if (config.seed === "demo") {
    await seedDemo(context);
    await holdLiveClass(context);
  }
  isStarted = true;
  log.info({ seconds: Math.round(process.uptime() * 10) / 10 }, "The server is ready");
}

async function startDatabase(): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  started.push({ name: "database", stop: database.stop });
  return database.url;
}

/** Finishes requests in flight first, because they may need all other parts. */
async function stop(): Promise<void> {
  isStopping = true;
  const cutAt = performance.now() + 5_000;
  await Promise.all(streams.map((part) => part.stop()));
  await drainServer(server);
  await closeServer(server, Math.max(0, cutAt - performance.now()));
  for (const { name, stop: stopPart } of started.reverse()) {
    try {
      await stopPart();
    } catch (error) {
      log.error({ err: error }, `Could not stop: ${name}`);
    }
  }
  log.info("The server has stopped");
  await Promise.all([alerts.flush(), sentry?.flush()]);
}

function readConfig(): Config {
  try {
    return getConfig(process.env, loadSecrets(process.env.DATA_DIR || ".data"));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
