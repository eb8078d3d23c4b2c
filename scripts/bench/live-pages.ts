/**
 * Measures how soon the followers of live pages receive verses and pointers, and how much memory
 * the pages take.
 */
import { type ClientRequest, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import type { Context } from "#server/context.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { withContext } from "./context.ts";
import { readMemory, toMegabytes } from "./memory.ts";
import { enrollPeople, logIn } from "./people.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const goalMs = 300;
const secondsPerLayout = 20;
const hour = 3_600_000;

/**
 * The number of classes, the followers of each, and the commands per second of each lead. If a lead
 * sent more than four pointers per second, only the latest ones would be forwarded.
 */
interface Layout {
  classes: number;
  followers: number;
  verses: number;
  pointers: number;
}

const oneLarge: Layout = { classes: 1, followers: 500, verses: 1, pointers: 3 };
const manySmall: Layout = { classes: 50, followers: 20, verses: 0.5, pointers: 1 };

/**
 * Runs one class with 500 followers, then 50 classes with 20 followers each. Each is measured with
 * one server, and with two servers on one database, to which the followers connect alternately.
 */
export async function measureLivePages(site: BenchSite): Promise<Row[]> {
  const { cookies, courseId } = await enrollPeople(site, "follower", 1_000);
  const lead = await withContext(site, (context) => prepareClasses(context, courseId));
  const token = await logIn(site, lead.cookie);
  const rows: Row[] = [];
  const run = async (layout: Layout, servers: string[]): Promise<number> => {
    const measured = await measureLayout(site, { layout, servers, cookies, token, ...lead });
    rows.push(...measured.rows);
    return measured.memory;
  };
  const before = await readMemory(site);
  const after = await run(oneLarge, [site.url]);
  // Only the first streams increase the server's heap. Later ones reuse its memory.
  rows.push(describeMemory(before, after));
  await run(manySmall, [site.url]);
  const servers = [site.url, await site.startSecondServer()];
  await run(oneLarge, servers);
  await run(manySmall, servers);
  return rows;
}

function describeMemory(before: number, after: number): Row {
  const each = Math.round((after - before) / 1_000 / oneLarge.followers);
  return {
    what: `live page, ${oneLarge.followers} followers: memory of the server`,
    goal: "none",
    measured: `${toMegabytes(before)} without, ${toMegabytes(after)} with them (${each} kB each)`,
    met: true,
  };
}

interface Lead {
  /** The teacher's session cookie. */
  cookie: string;
  classIds: string[];
}

/**
 * A teacher's classes can't overlap, so they are scheduled one after another. Pages accept commands
 * at any time.
 */
async function prepareClasses({ config, db }: Context, courseId: string): Promise<Lead> {
  const [teacher] = await db
    .select({ profileId: profiles.id, userId: profiles.userId })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(eq(courses.id, courseId));
  if (!teacher?.userId) throw new Error("The course has no teacher");
  const nextYear = Date.now() + 365 * 24 * hour;
  const rows = await db
    .insert(classes)
    .values(
      Array.from({ length: manySmall.classes }, (_, index) => {
        const startsAt = new Date(nextYear + index * hour);
        const endsAt = new Date(startsAt.getTime() + hour / 2);
        return { courseId, teacherId: teacher.profileId, plannedStart: startsAt, startsAt, endsAt };
      }),
    )
    .returning({ id: classes.id });
  const session = await startSession(config, db, teacher.userId, undefined);
  const cookie = writeSessionCookie(config, session.token, session.endsAt).split(";")[0] ?? "";
  return { cookie, classIds: rows.map(({ id }) => id) };
}

interface Run extends Omit<Lead, "cookie"> {
  layout: Layout;
  servers: string[];
  cookies: string[];
  /** The lead's access token. */
  token: string;
}

async function measureLayout(
  site: BenchSite,
  { layout, servers, cookies, token, classIds }: Run,
): Promise<{ rows: Row[]; memory: number }> {
  const streams: ClientRequest[] = [];
  const pages = classIds.slice(0, layout.classes).map((classId) => new LedPage(classId, token));
  for (const [index, page] of pages.entries()) {
    await page.send(servers[index % servers.length], {
      command: "share",
      from: "2:1",
      to: "2:286",
    });
    for (let number = 0; number < layout.followers; number += 1) {
      const cookie = cookies[index * layout.followers + number] ?? "";
      const server = servers[number % servers.length];
      streams.push(await openStream(`${server}${page.path}/events`, cookie, page.take));
    }
  }
  // Presences are announced at most once a second. They are measured when a page is opened, not
  // while it is followed.
  await sleep(3_000);
  const memory = await readMemory(site);
  await Promise.all(pages.map((page, index) => page.lead(layout, servers[index % servers.length])));
  for (const request of streams) request.destroy();
  await sleep(3_000);
  const name = `${layout.classes} × ${layout.followers} followers, ${servers.length === 1 ? "one server" : "two servers"}`;
  const describeEvents = (kind: "state" | "pointer", rate: number): Row => {
    const times = pages.flatMap((page) => page.times[kind]).sort((a, b) => a - b);
    const sent = pages.reduce((sum, page) => sum + page.sent[kind], 0) * layout.followers;
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
    const percentiles = ([0.5, 0.95, 0.99, 1] as const).map((share) => Math.round(at(share)));
    const [p50, p95, p99, max] = percentiles;
    return {
      what: `live page, ${name}: ${kind === "state" ? "verse" : "pointer"} received (${rate} a second from each lead)`,
      goal: `p95 ≤ ${goalMs} ms, all received`,
      measured: `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max. ${max} ms; ${times.length} of ${sent} received`,
      met: at(0.95) <= goalMs && times.length === sent,
    };
  };
  const rows = [describeEvents("state", layout.verses), describeEvents("pointer", layout.pointers)];
  return { rows, memory };
}

/** A page that its lead changes. Each verse and each word is sent only once per run. */
class LedPage {
  readonly path: string;
  /** How long each follower waited for each event, in milliseconds. */
  readonly times = { state: [] as number[], pointer: [] as number[] };
  readonly sent = { state: 0, pointer: 0 };
  readonly #token: string;
  readonly #sentAt = new Map<string, number>();

  constructor(classId: string, token: string) {
    this.path = `/api/classes/${classId}/page`;
    this.#token = token;
  }

  /** Records when an event has arrived. */
  take = (event: string, data: string) => {
    if (event !== "state" && event !== "pointer") return;
    const key =
      event === "state"
        ? /"current":"([\d:]+)"/.exec(data)?.[1]
        : /"verse":"[\d:]+","word":\d+/.exec(data)?.[0];
    const sentAt = this.#sentAt.get(key ?? "");
    if (sentAt !== undefined) this.times[event].push(performance.now() - sentAt);
  };

  async lead({ verses, pointers }: Layout, server: string | undefined): Promise<void> {
    const endsAt = performance.now() + secondsPerLayout * 1_000;
    const go = async (number: number) => {
      const verse = `2:${number + 2}`;
      this.#sentAt.set(verse, performance.now());
      this.sent.state += 1;
      await this.send(server, { command: "go", verse });
    };
    const point = async (number: number) => {
      const [verse, word] = [`2:${(number % 280) + 2}`, Math.floor(number / 280) + 1];
      this.#sentAt.set(`"verse":"${verse}","word":${word}`, performance.now());
      this.sent.pointer += 1;
      await this.send(server, { command: "point", verse, word });
    };
    await Promise.all([repeat(go, verses, endsAt), repeat(point, pointers, endsAt)]);
    // The last events are still in transit.
    await sleep(2_000);
  }

  async send(server: string | undefined, command: object): Promise<void> {
    const answer = await fetch(`${server}${this.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(command),
    });
    if (!answer.ok) {
      throw new Error(`A command was rejected: ${answer.status} ${await answer.text()}`);
    }
    await answer.arrayBuffer();
  }
}

/** Starts `work` this many times per second, beginning at a random moment. */
async function repeat(
  work: (number: number) => Promise<void>,
  perSecond: number,
  endsAt: number,
): Promise<void> {
  await sleep((Math.random() * 1_000) / perSecond);
  const all: Promise<void>[] = [];
  for (let number = 0; performance.now() < endsAt; number += 1) {
    all.push(work(number));
    await sleep(1_000 / perSecond);
  }
  await Promise.all(all);
}

/** Resolves with the snapshot. @param take is called with each event. */
async function openStream(
  url: string,
  cookie: string,
  take: (event: string, data: string) => void,
): Promise<ClientRequest> {
  const request = get(url, { agent: false, headers: { cookie } });
  await new Promise<void>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`A stream failed with status ${response.statusCode}`));
      }
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const parts = (text + chunk).split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) {
          const [, event = "", data = ""] = /^event: (\w+)\ndata: ?(.*)$/.exec(part) ?? [];
          take(event, data);
          if (event === "snapshot") resolve();
        }
      });
      response.on("error", () => {});
    });
  });
  // From now on, only this client closes the stream, so later failures are expected.
  request.on("error", () => {});
  return request;
}
