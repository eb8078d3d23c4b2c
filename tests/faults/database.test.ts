import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import type { Person } from "../support/people.ts";
import type { Answer } from "../support/processes/client.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { findDescendants, readCommand } from "../support/processes/table.ts";
import { openMarket } from "./support/market-day.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";

const patient = { timeout: 60_000 };

let product: Product;
let student: Person;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
    const day = await openMarket(product, { students: 1, courses: 1, seats: 3 });
    const [first] = day.students;
    if (!first) throw new Error("There is no student");
    student = first;
  },
  async () => product?.stop(),
);

/** The database's processes, with the main process first. */
function findPostgres(): [number, ...number[]] {
  const pids = findDescendants(product.server().process.pid ?? 0);
  const isMain = (pid: number) => /bin\/postgres .*-D/.test(readCommand(pid));
  const isPostgres = (pid: number) => readCommand(pid).includes("postgres") && !isWatchdog(pid);
  const main = pids.find(isMain);
  if (main === undefined) throw new Error(`No postgres: ${pids.map(readCommand).join("; ")}`);
  return [main, ...pids.filter((pid) => pid !== main && isPostgres(pid))];
}

const isWatchdog = (pid: number) => readCommand(pid).startsWith("/bin/sh");

const ask = () => product.call("GET", "/api/enrollment/student/enrollments", student);
const isReady = async () => (await product.call("GET", "/readyz")).status;

/** Requests a person's own data, /readyz and /healthz repeatedly until the signal. */
function watch(signal: AbortSignal) {
  const seen = { calls: new Set<number>(), ready: new Set<number>(), alive: new Set<number>() };
  const hasty: Answer[] = [];
  const again = async (call: () => Promise<Answer>, statuses: Set<number>): Promise<void> => {
    while (!signal.aborted) {
      const answer = await call();
      statuses.add(answer.status);
      const isProbe = statuses !== seen.calls;
      if (answer.status === 503 && !isProbe && !answer.headers.has("retry-after"))
        hasty.push(answer);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const done = Promise.all([
    again(ask, seen.calls),
    again(ask, seen.calls),
    again(() => product.call("GET", "/readyz"), seen.ready),
    again(() => product.call("GET", "/healthz"), seen.alive),
  ]);
  return { seen, hasty, done };
}

/** Pages that can't be rendered show the text of the list with a retry button. */
async function expectTroubleOnPages(): Promise<void> {
  const troubles = {
    "/": "Failed to fetch featured courses",
    "/?page=2": "Failed to load testimonials",
    "/courses?level=Beginner": "Failed to load courses. Please try again later.",
    "/courses/crs_x": "Failed to load course details",
    "/teachers": "Failed to load teachers. Please try again later.",
    "/teachers/prf_x": "Failed to load teacher details. Please try again later.",
    "/students": "Failed to load students",
    "/students?search=amina": "Failed to search students",
    "/students/featured": "Failed to load featured students",
    "/students/prf_x": "Failed to fetch student",
  };
  const check = async ([path, words]: [string, string]) => {
    const response = await fetch(product.url + path);
    expect(response.status, path).toBe(503);
    expect(response.headers.get("cache-control"), path).toBe("no-store");
    expect(response.headers.get("retry-after"), path).toMatch(/^\d+$/);
    const page = await response.text();
    expect(page).toContain(words);
    expect(page).toContain("Retry");
    expect(page).toContain("</html>");
  };
  await Promise.all(Object.entries(troubles).map(check));
}

describe("the embedded database", () => {
  it("is killed: calls get 503 with Retry-After until it has restarted on its own", async () => {
    const pid = product.server().process.pid;
    const times = pickSize(1, 5);
    for (let time = 0; time < times; time += 1) {
      const over = new AbortController();
      const { seen, hasty, done } = watch(over.signal);
      // If the test fails, its calls must end before the server does.
      onTestFinished(async () => {
        over.abort();
        await done;
      });
      await expect.poll(() => [...seen.calls], patient).toEqual([200]);
      const [main] = findPostgres();
      process.kill(main, "SIGKILL");
      await expect.poll(() => [...seen.calls], patient).toContain(503);
      await expect.poll(() => [...seen.ready], patient).toContain(503);
      await expect.poll(isReady, patient).toBe(200);
      await expect.poll(async () => (await ask()).status, patient).toBe(200);
      over.abort();
      await done;
      expect([...seen.calls].sort()).toEqual([200, 503]);
      expect([...seen.ready].sort()).toEqual([200, 503]);
      expect([...seen.alive]).toEqual([200]);
      expect(hasty).toEqual([]);
      expect(findPostgres()[0]).not.toBe(main);
    }
    expect(product.server().process.pid).toBe(pid);
    expect(product.server().process.exitCode).toBeNull();
    report({
      fault: "kill -9 of PostgreSQL while people work",
      times: `${times}`,
      found:
        "503 with Retry-After in the meantime, /healthz always 200, recovered without a restart",
    });
  });

  it("freezes: calls get 503 with Retry-After and succeed once it continues", async () => {
    const frozen = findPostgres();
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    let statuses: number[];
    try {
      // More calls than the pool has connections: some wait for a response, others for a
      // connection.
      const calls = await Promise.all(Array.from({ length: 20 }, ask));
      statuses = calls.map(({ status }) => status);
      expect(new Set(statuses), JSON.stringify(calls.map(({ body }) => body))).toEqual(
        new Set([503]),
      );
      for (const { headers } of calls) expect(headers.get("retry-after")).toMatch(/^\d+$/);
      await expectTroubleOnPages();
      expect(await isReady()).toBe(503);
      expect((await product.call("GET", "/healthz")).status).toBe(200);
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    }
    await expect.poll(isReady, patient).toBe(200);
    await expect.poll(async () => (await ask()).status, patient).toBe(200);
    report({
      fault: `SIGSTOP of PostgreSQL's ${frozen.length} processes`,
      times: "1",
      found: `${statuses.length} calls 503 with Retry-After, /healthz 200, /readyz 503, recovered without a restart`,
    });
  });

  it("has no connection left: calls get 503 with Retry-After until one is available", async () => {
    const { url } = await attachEmbeddedPostgres(product.dataDir);
    const crowd: pg.Client[] = [];
    try {
      await takeAllConnections(url, crowd);
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      for (const { headers } of answers) expect(headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await isReady()).toBe(503);
      expect((await product.call("GET", "/healthz")).status).toBe(200);
    } finally {
      await Promise.all(crowd.map((client) => client.end()));
    }
    await expect.poll(isReady, patient).toBe(200);
    await expect.poll(async () => (await ask()).status, patient).toBe(200);
    report({
      fault: `others hold all ${crowd.length} connections of PostgreSQL`,
      times: "1",
      found:
        "20 calls 503 with Retry-After, /healthz 200, /readyz 503, recovered without a restart",
    });
  });

  it("is read-only: writing calls get 503 with Retry-After and reading calls succeed", async () => {
    const { url } = await attachEmbeddedPostgres(product.dataDir);
    const client = new pg.Client(url);
    await client.connect();
    const set = async (statement: string) => {
      await client.query(statement);
      await client.query("select pg_reload_conf()");
    };
    const write = () =>
      product.call("PUT", `/api/students/${student.profileId}`, {
        token: student.token,
        body: { name: "Amina Rahman" },
      });
    expect((await write()).status).toBe(200);
    try {
      await set("alter system set default_transaction_read_only = on");
      await expect.poll(async () => (await write()).status, patient).toBe(503);
      const refused = await write();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
      expect((await ask()).status).toBe(200);
      expect((await product.call("GET", "/courses")).status).toBe(200);
    } finally {
      await set("alter system reset default_transaction_read_only");
      await client.end();
    }
    await expect.poll(async () => (await write()).status, patient).toBe(200);
    report({
      fault: "a database that can only be read, as a standby in a failover",
      times: "1",
      found: "changes 503 with Retry-After, reading 200, recovered without a restart",
    });
  });
});

/** Takes every connection of the server, including the product's. */
async function takeAllConnections(url: string, taken: pg.Client[]): Promise<void> {
  const take = async (): Promise<void> => {
    for (;;) {
      const client = new pg.Client(url);
      client.on("error", () => {});
      try {
        await client.connect();
      } catch (error) {
        if ((error as { code?: string }).code === "53300") return;
        throw error;
      }
      taken.push(client);
    }
  };
  await take();
  const [first] = taken;
  for (;;) {
    const { rowCount } = (await first?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and application_name <> ''`,
    )) ?? { rowCount: 0 };
    await take();
    if (rowCount === 0) return;
  }
}
