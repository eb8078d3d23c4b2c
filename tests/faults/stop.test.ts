import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { query } from "../support/database/embedded.ts";
import type { Market } from "../support/processes/market.ts";
import { startProduct } from "../support/processes/product.ts";
import { makeDataDir } from "../support/processes/ready.ts";
import { report } from "../support/processes/report.ts";
import { launchSite } from "../support/processes/site.ts";
import { findDescendants, readCommand } from "../support/processes/table.ts";
import { startLoad } from "./support/load.ts";
import { openMarket } from "./support/market-day.ts";
import { connectRaw } from "./support/raw-client.ts";
import { findContradictions, readRecords } from "./support/records/audit.ts";
import { living, marketOf, pidOf, startBySite } from "./support/started-sites.ts";

const patient = { timeout: 60_000 };

interface Running {
  url: string;
  market: Market;
  pid: number;
  ended: Promise<number | NodeJS.Signals>;
}

const kinds = {
  "npm start": async (): Promise<Running> => {
    const site = await startBySite();
    const pid = pidOf(site);
    return { url: site.url, market: marketOf(site), pid, ended: site.ended };
  },
  "the server alone": async (): Promise<Running> => {
    const product = await startProduct({ LOG_LEVEL: "warn" });
    onTestFinished(async () => {
      await product.stop();
    });
    const { process, ended } = product.server();
    return { url: product.url, market: product, pid: process.pid ?? 0, ended };
  },
};

async function countHeld({ dataDir }: Market): Promise<number> {
  const { url } = await attachEmbeddedPostgres(dataDir);
  const [row] = await query(
    url,
    "select count(*)::int as held from enrolments where status='held'",
  );
  return row?.held;
}

/** The process IDs of a running `npm start`. Fails if the server or the database is missing. */
function findServerProcesses(pid: number): number[] {
  const family = findDescendants(pid);
  const commands = family.map(readCommand).join("\n");
  for (const member of ["server/main.ts", "postgres"]) expect(commands).toContain(member);
  return family;
}

async function takesConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe("SIGTERM under load", () => {
  it.each(["npm start", "the server alone"] as const)(
    "lets %s complete requests in flight and exit with 0, and nothing is left behind",
    async (kind) => {
      const { url, market, pid, ended } = await kinds[kind]();
      const day = await openMarket(market, { students: 5, courses: 1, seats: 5 });
      const family = findDescendants(pid);
      const load = startLoad(url);
      // Checkouts that the provider creates slowly, and a request body of which half is missing.
      const slowly = {
        provider: "stripe",
        match: "/v1/checkout/sessions",
        fault: "delay",
        ms: 2_000,
      };
      await market.sandbox("POST", "/faults", { body: { ...slowly, times: day.students.length } });
      const enrolling = day.students.map(({ profileId, token }) =>
        market.call("POST", `/api/enrollment/course/${day.courses[0]}/enroll`, {
          token,
          body: { studentId: profileId },
        }),
      );
      const half = await connectRaw(url.replace("localhost", "127.0.0.1"));
      const body = JSON.stringify({ email: "nobody@example.org", password: "a calm evening" });
      half.socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
      );
      await expect.poll(() => countHeld(market), patient).toBe(day.students.length);
      const before = load.answers();
      await expect.poll(load.answers, patient).toBeGreaterThan(before + 20);

      process.kill(pid, "SIGTERM");
      await expect.poll(() => takesConnections(url), patient).toBe(false);
      // Further signals, as from an impatient operator, change nothing.
      process.kill(pid, "SIGTERM");
      process.kill(pid, "SIGINT");
      half.socket.write(body.slice(10));
      const answers = await Promise.all(enrolling);
      expect(answers.map(({ status }) => status)).toEqual(day.students.map(() => 201));
      await half.closed;
      expect(half.status()).toBe(401);
      // The exit code 0 also means that it was in time: the server exits with 1 after 9 s, and the
      // script after 12 s.
      expect(await ended).toBe(0);
      expect(await load.stop()).toEqual([]);
      await expect.poll(() => living(family), patient).toEqual([]);
      report({
        fault: `SIGTERM of ${kind} under load, and SIGTERM and SIGINT after it`,
        times: "1",
        found: `exit code 0; 5 checkouts and 1 half-sent request answered; ${load.answers()} pages read, none broken; ${family.length} processes gone`,
      });
    },
  );
});

describe("npm start", () => {
  it("rejects a data folder in use with a clear message, and does not affect the process that uses it", async () => {
    const site = await startBySite();
    const second = await launchSite({ DATA_DIR: site.dataDir });
    onTestFinished(async () => {
      await second.stop();
    });
    expect(await second.ended).not.toBe(0);
    const line = `is using ${site.dataDir}. Stop it first, or set DATA_DIR to another folder.`;
    expect(second.output()).toContain(line);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${site.url}/api/courses`)).status).toBe(200);
    const found = `exit code ${await second.ended}, and a message that names the folder in use`;
    report({ fault: "a second start on the same data", times: "1", found });
  });

  it("leaves no process behind when it is killed, and has all data when it is started again", async () => {
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startBySite({ DATA_DIR: dataDir });
    const market = marketOf(first);
    const day = await openMarket(market, { students: 4, courses: 1, seats: 4 });
    for (const { profileId, token } of day.students) {
      const path = `/api/enrollment/course/${day.courses[0]}/enroll`;
      const enrolled = await market.call("POST", path, { token, body: { studentId: profileId } });
      const page = new URL(enrolled.body.data.checkoutUrl).pathname;
      await fetch(new URL(`${page}/pay`, first.sandboxUrl), {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ card: "4242424242424242" }),
      });
    }
    const settled = async () => (await readRecords(market)).rows.map(({ seat }) => seat);
    await expect.poll(settled, patient).toEqual(day.students.map(() => "enrolled"));
    const read = async (each: Market) => ({
      records: await readRecords(each).then(({ rows, ledger }) => ({ rows, ledger })),
      courses: (await each.call("GET", "/api/courses")).body,
    });
    const before = await read(market);

    const family = findServerProcesses(pidOf(first));
    first.process.kill("SIGKILL");
    expect(await first.ended).toBe("SIGKILL");
    await expect.poll(() => living(family), patient).toEqual([]);

    const ports = { PORT: new URL(first.url).port, SANDBOX_PORT: new URL(first.sandboxUrl).port };
    const again = await startBySite({ DATA_DIR: dataDir, ...ports });
    expect(await read(marketOf(again))).toEqual(before);
    expect(await findContradictions(marketOf(again))).toEqual([]);
    report({
      fault: "kill -9 of the start script",
      times: "1",
      found: `${family.length} processes gone; ${before.records.rows.length} enrollments and ${before.records.ledger.charges.length} charges are there after another start`,
    });
  });
});
