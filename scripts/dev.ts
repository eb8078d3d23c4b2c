/**
 * `npm run dev`: Astro's development server with its own database and sandbox. Needs no keys and no
 * network. Changes to pages, islands and use cases take effect immediately.
 */
import { dev } from "astro";
import { isRunnableDevEnvironment, type Plugin } from "vite";
import { createPool } from "#server/db/connection.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { createLog } from "#server/monitoring/log.ts";
import { ensureQuranData } from "./quran-data.ts";
import { needsSandbox, startSandbox } from "./sandbox.ts";
import { stopRequested } from "./support/child.ts";
import { contentProblemsInDevelopment } from "./support/content-problems-in-development.ts";
import { announceDemo, isDemo } from "./support/demo-log-ins.ts";
import { explain, localHost, readEnvironment, refuseTakenPort } from "./support/environment.ts";
import { languagesInDevelopment } from "./support/languages-in-development.ts";

const stops: (() => Promise<unknown>)[] = [];
/** Resolves, once pages can be rendered, with a function that adds the demo data. */
const demoData = Promise.withResolvers<() => Promise<void>>();
const stopping = stopRequested();
try {
  await Promise.race([stopping, run().then(() => stopping)]);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
for (const stop of stops.reverse()) await stop();
process.exit();

async function run(): Promise<void> {
  ensureQuranData();
  const { config, secrets } = readEnvironment();
  await refuseTakenPort("PORT", config.port, localHost(config.host));
  const log = createLog(process.env.LOG_LEVEL ?? "warn");
  if (needsSandbox(config)) {
    const sandbox = await startSandbox(config, secrets);
    stops.push(sandbox.child.stop);
    Object.assign(process.env, sandbox.env);
  }
  let { databaseUrl } = config;
  if (!databaseUrl) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    stops.push(embedded.stop);
    databaseUrl = embedded.url;
  }
  const pool = createPool(databaseUrl, { log });
  stops.push(() => pool.end());
  await migrate(pool);

  // Read again, because the sandbox has reported its ports.
  const parts = { config: readEnvironment().config, pool, databaseUrl, log };
  const ours = process.listeners("SIGTERM");
  const server = await dev({
    server: { host: config.host, port: config.port },
    vite: {
      plugins: [
        languagesInDevelopment(config.languages),
        contentProblemsInDevelopment(),
        contextForPages(parts),
      ],
    },
  });
  stops.push(server.stop);
  // Vite's own listener would end the process before the database and the sandbox are stopped.
  for (const listener of process.listeners("SIGTERM")) {
    if (!ours.includes(listener)) process.off("SIGTERM", listener);
  }
  if (isDemo(config)) await (await demoData.promise)();
  announceDemo(config);
  console.log(`Mailbox:      http://127.0.0.1:${process.env.SANDBOX_PORT}/mail`);
}

/**
 * Creates the context within Vite's module graph. In development, pages and the use cases that they
 * call are loaded there, and errors must be instances of the same classes.
 */
function contextForPages(
  parts: Parameters<typeof import("#server/create-context.ts").createContext>[0],
): Plugin {
  return {
    name: "halaqa:context",
    configureServer({ environments: { ssr } }) {
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite can't run pages here");
      return async () => {
        const creation: typeof import("#server/create-context.ts") = await ssr.runner.import(
          "/src/server/create-context.ts",
        );
        const holder: typeof import("#server/context.ts") =
          await ssr.runner.import("/src/server/context.ts");
        const context = await creation.createContext(parts);
        stops.push(() => creation.closeContext(context));
        holder.setContext(context);
        await context.jobs.work();
        demoData.resolve(async () => {
          const seed: typeof import("#server/demo/seed.ts") = await ssr.runner.import(
            "/src/server/demo/seed.ts",
          );
          const live: typeof import("#server/demo/live-class.ts") = await ssr.runner.import(
            "/src/server/demo/live-class.ts",
          );
          await seed.seedDemo(context);
          await live.holdLiveClass(context);
        });
      };
    },
  };
}
