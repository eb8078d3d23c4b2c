import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { attachEmbeddedPostgres, startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import {
  findProcesses,
  makeFolder,
  query,
  startApp,
  waitUntilGone,
} from "../../support/database/embedded.ts";
import { quietLog } from "../../support/database/server-url.ts";

/** A folder with an existing database, because only some tests are about creating one. */
let used: string;
beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), "halaqa-embedded-"));
  chmodSync(used, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: used, log: quietLog, durable: false });
  await server.stop();
});
afterAll(() => rmSync(used, { recursive: true }));

function makeUsedFolder(): string {
  const folder = makeFolder();
  execFileSync("cp", ["-a", "-H", join(used, "postgres"), join(folder, "postgres")]);
  return folder;
}

const numbers = "create table numbers (value integer primary key)";

describe("the embedded PostgreSQL", () => {
  it("keeps its data across a stop and a start", async () => {
    const dataDir = makeFolder();
    const first = startApp({ dataDir });
    await query((await first.ready).url, numbers, "insert into numbers values (7)");
    expect(await first.stop()).toBe(0);
    const second = startApp({ dataDir });
    const rows = await query((await second.ready).url, "select value from numbers");
    expect(rows).toEqual([{ value: 7 }]);
  });

  it("listens on a private socket only and needs neither /dev/shm nor huge pages", async () => {
    const app = startApp({ dataDir: makeUsedFolder(), maxConnections: 33 });
    const { url, dataDir } = await app.ready;
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in ('listen_addresses', 'max_connections',
         'dynamic_shared_memory_type', 'huge_pages', 'fsync', 'server_encoding') order by name`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      dynamic_shared_memory_type: "mmap",
      fsync: "on",
      huge_pages: "off",
      listen_addresses: "",
      max_connections: "33",
      server_encoding: "UTF8",
    });
    expect(lstatSync(dataDir).mode & 0o077).toBe(0);
  });

  it("finds text in Arabic script", async () => {
    const { url } = await startApp({ dataDir: makeUsedFolder() }).ready;
    const rows = await query(
      url,
      "create extension pg_trgm",
      "select similarity('القرآن الكريم', 'القرآن') > 0.3 as similar",
    );
    expect(rows).toEqual([{ similar: true }]);
  });

  it("stops while a transaction is open", async () => {
    const app = startApp({ dataDir: makeUsedFolder() });
    const { url, dataDir } = await app.ready;
    const client = new pg.Client(url);
    client.on("error", () => {});
    await client.connect();
    await client.query("begin");
    expect(await app.stop()).toBe(0);
    await waitUntilGone(dataDir);
    expect(existsSync(join(dataDir, "postmaster.pid"))).toBe(false);
  });

  it("leaves no server behind when the app is killed", async () => {
    const app = startApp({ dataDir: makeUsedFolder() });
    const { dataDir } = await app.ready;
    expect(findProcesses(dataDir)).toEqual({
      server: expect.any(Number),
      watchdog: expect.any(Number),
    });
    await app.kill();
    await waitUntilGone(dataDir);
  });

  it("starts at once on the data folder of an app that was just killed", async () => {
    const dataDir = makeUsedFolder();
    const killed = startApp({ dataDir });
    await killed.ready;
    await killed.kill();
    const { url } = await startApp({ dataDir }).ready;
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("loses no acknowledged data when everything is killed", async () => {
    const dataDir = makeUsedFolder();
    const killed = startApp({ dataDir });
    const { url, dataDir: clusterDir } = await killed.ready;
    await query(url, numbers);
    const acknowledged: number[] = [];
    const client = new pg.Client(url);
    client.on("error", () => {});
    await client.connect();
    const inserting = (async () => {
      for (let value = 0; ; value++) {
        await client.query("insert into numbers values ($1)", [value]);
        acknowledged.push(value);
      }
    })().catch((error: unknown) => error);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    const { server = 0, watchdog = 0 } = findProcesses(clusterDir);
    for (const pid of [watchdog, server]) process.kill(pid, "SIGKILL");
    await killed.kill();
    expect(await inserting).toBeInstanceOf(Error);

    const restarted = await startApp({ dataDir }).ready;
    const rows = await query(restarted.url, "select value from numbers order by value");
    const kept = rows.map(({ value }) => value);
    expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(kept.length).toBeLessThanOrEqual(acknowledged.length + 1);
  });

  it("takes over a server that outlived its app and its watchdog", async () => {
    const dataDir = makeUsedFolder();
    const killed = startApp({ dataDir });
    const { dataDir: clusterDir } = await killed.ready;
    const { server, watchdog = 0 } = findProcesses(clusterDir);
    process.kill(watchdog, "SIGKILL");
    await killed.kill();
    expect(findProcesses(clusterDir).server).toBe(server);

    await startApp({ dataDir }).ready;
    expect(findProcesses(clusterDir).server).not.toBe(server);
  });

  it("starts even if the lock file names an unrelated live process", async () => {
    const dataDir = makeUsedFolder();
    const first = startApp({ dataDir });
    const { dataDir: clusterDir } = await first.ready;
    const lockFile = join(clusterDir, "postmaster.pid");
    const lock = readFileSync(lockFile, "utf8");
    await first.stop();
    writeFileSync(lockFile, lock.replace(/^\d+/, String(process.pid)));
    const { url } = await startApp({ dataDir }).ready;
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("rejects a second app on its data folder, but lets tools connect", async () => {
    const dataDir = makeUsedFolder();
    const first = startApp({ dataDir });
    await first.ready;
    await expect(startApp({ dataDir }).ready).rejects.toThrow(
      `Another Halaqa (process ${first.process.pid}) is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
    const { url } = await attachEmbeddedPostgres(dataDir);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("starts one of two apps that start together on a new data folder", async () => {
    const dataDir = makeFolder();
    const apps = [startApp({ dataDir }), startApp({ dataDir })];
    const results = await Promise.allSettled(apps.map(({ ready }) => ready));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((result) => result.status === "rejected");
    expect(String(refused?.reason)).toContain("Another Halaqa");
  });

  it("reports to tools that no app is running", async () => {
    const dataDir = makeFolder();
    await expect(attachEmbeddedPostgres(dataDir)).rejects.toThrow("Halaqa isn't running on");
  });

  it("restarts the server when it crashes while the app is running", async () => {
    const app = startApp({ dataDir: makeUsedFolder() });
    const { url, dataDir } = await app.ready;
    await query(url, numbers, "insert into numbers values (7)");
    process.kill(findProcesses(dataDir).server ?? 0, "SIGKILL");
    await expect
      .poll(() => query(url, "select value from numbers").catch(String), { timeout: 60_000 })
      .toEqual([{ value: 7 }]);
    expect(app.log.join("\n")).toContain("PostgreSQL ended unexpectedly and is being restarted");
  });

  describe("with a data folder whose path is too long for a socket", () => {
    const makeLongFolder = () => join(makeFolder(), "long".repeat(30));

    async function startOnLongFolder(dataDir: string) {
      const app = startApp({ dataDir });
      const { url } = await app.ready;
      const socketFolder = new URL(url).searchParams.get("host") ?? "";
      onTestFinished(() => rmSync(socketFolder, { recursive: true, force: true }));
      return { app, url, socketFolder };
    }

    it("uses a private folder with a short path", async () => {
      const { url, socketFolder } = await startOnLongFolder(makeLongFolder());
      expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(lstatSync(socketFolder).mode & 0o777).toBe(0o700);
    });

    it("rejects that folder when other accounts can enter it", async () => {
      const dataDir = makeLongFolder();
      const { app, socketFolder } = await startOnLongFolder(dataDir);
      await app.stop();
      chmodSync(socketFolder, 0o777);
      await expect(startApp({ dataDir }).ready).rejects.toThrow("isn't a private folder");
    });
  });
});
