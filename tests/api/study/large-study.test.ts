/** How much a person can store, and how all of it is read in small parts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clockOfTime } from "#lib/study/clock.ts";
import type { Synced } from "#lib/study/study.responses.ts";
import { studyLimits } from "#lib/study/study.rules.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

const start = Date.now();
const at = (index: number) => clockOfTime(start) + index;
/** 7,500 characters of three bytes each, which is the largest possible note. */
const largest = (sign: string) => ({
  anchor: { verse: 1, fromWord: null, toWord: null, edition: "ar.hafs", quote: "水".repeat(2_500) },
  text: sign.padEnd(studyLimits.note, "水"),
});
const largestSize = 3 * (studyLimits.note + studyLimits.quote);
type Change = { id: string; kind: string; clock: number; [field: string]: unknown };

async function sync(token: string, changes: Change[], since = 0): Promise<Synced> {
  const body = { since, changes };
  const answer = await app.call("POST", "/api/study/sync", { token, body });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Fills the account with copies of one note. @returns the rejected changes. */
async function fill(token: string, count: number): Promise<Synced["refused"]> {
  await sync(token, [{ id: "note", kind: "note", clock: at(0), ...largest("0") }]);
  const refused: Synced["refused"] = [];
  for (let sent = 1; sent < count; sent += 40) {
    const changes = Array.from({ length: Math.min(40, count - sent) }, (_, index) => ({
      id: "note",
      kind: "note",
      clock: at(sent + index),
      base: 1,
      changed: ["text"],
      ...largest(String(sent + index)),
    }));
    refused.push(...(await sync(token, changes)).refused);
  }
  return refused;
}

/** A teacher with a published course, whose plan has no limits. */
async function addUnlimited() {
  const teacher = await addTeacher(app.context);
  await addCourse(app.context, teacher);
  return teacher;
}

const readExport = (token: string, format: string) =>
  app.app.request(`/api/study/export?format=${format}`, {
    headers: { Authorization: `Bearer ${token}` },
  });

describe("a full account", () => {
  let person: Awaited<ReturnType<typeof addStudent>>;
  let token: string;
  let refused: Synced["refused"];
  beforeAll(async () => {
    person = await addUnlimited();
    ({ token } = person);
    refused = await fill(token, 200);
  });

  test("stores no more copies of changed notes than its size permits", async () => {
    const { rows } = await app.database.pool.query<{ size: number; copies: number }>(
      "select sum(size)::int as size, count(*)::int as copies from study_items where user_id = $1",
      [person.userId],
    );
    expect(rows[0]?.size).toBeLessThanOrEqual(studyLimits.size);
    expect(rows[0]?.size).toBeGreaterThan(studyLimits.size - 2 * largestSize);
    expect(refused).toHaveLength(200 - (rows[0]?.copies ?? 0));
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["full"]));
  });

  async function readAll(of: string): Promise<Synced[]> {
    const pages: Synced[] = [];
    for (let page: Synced | undefined; page?.more ?? true; pages.push(page)) {
      page = await sync(of, [], page?.rev ?? 0);
    }
    return pages;
  }

  test("is synchronized in pages of a limited size", async () => {
    const pages = await readAll(token);
    const sizes = pages.map(({ changes }) => Buffer.byteLength(JSON.stringify(changes)));
    expect(Math.max(...sizes)).toBeLessThan(300_000);
    expect(pages.length).toBeGreaterThan(10);
    const { rows } = await app.database.pool.query<{ count: number }>(
      "select count(*)::int from study_items where user_id = $1",
      [person.userId],
    );
    const ids = pages.flatMap(({ changes }) => changes.map(({ id }) => id));
    expect(ids).toHaveLength(rows[0]?.count ?? 0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(["json", "markdown", "annotations"])(
    "is exported as %s in small parts",
    async (format) => {
      const response = await readExport(token, format);
      expect(response.status).toBe(200);
      const decoder = new TextDecoder();
      let text = "";
      for await (const part of response.body ?? []) {
        expect(part.length).toBeLessThan(300_000);
        text += decoder.decode(part, { stream: true });
      }
      expect(text.length).toBeGreaterThan(studyLimits.size / 4);
      if (format === "markdown") expect(text).toMatch(/^# .*\n$/su);
      else expect(() => JSON.parse(text)).not.toThrow();
    },
  );

  test("has one export at a time, of any kind, until it is read or canceled", async () => {
    const unread = await readExport(token, "json");
    const exportAccount = () => app.call("GET", "/api/users/me/export", { token });
    expect((await readExport(token, "markdown")).status).toBe(429);
    const { status, headers, body } = await exportAccount();
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toBe("10");
    expect(body.message).toBe("An export is already running. Please wait until it has finished.");
    const { token: other } = await addStudent(app.context);
    expect((await readExport(other, "json")).status).toBe(200);
    const reader = unread.body?.getReader();
    await reader?.read();
    expect((await exportAccount()).status).toBe(429);
    await reader?.cancel();
    expect((await exportAccount()).status).toBe(200);
    expect((await exportAccount()).status).toBe(200);
  });
});

test("notes of a full account can be shortened and deleted, but not extended", async () => {
  const { token } = await addUnlimited();
  await fill(token, 200);
  const add = (id: string, clock: number, text: string) =>
    sync(token, [{ id, kind: "note", clock, ...largest("x"), text }]);
  const change = (id: string, clock: number, text: string) =>
    sync(token, [
      { id, kind: "note", clock, base: clock - 1, changed: ["text"], ...largest("x"), text },
    ]);
  const long = largest("x").text;
  const full = (id: string, clock: number) => [{ id, clock, reason: "full" }];
  for (let more = true, index = 300; more; index += 1) {
    more = (await add(`small${index}`, at(index), "Small.")).refused.length === 0;
  }
  expect((await change("small300", at(301), long)).refused).toEqual(full("small300", at(301)));
  expect((await change("small300", at(301), "S.")).refused).toEqual([]);
  const deleted = { id: "note", kind: "note", clock: at(5_000), deleted: true };
  await sync(token, [deleted], 1_000_000);
  expect((await change("small300", at(302), long)).refused).toEqual([]);
});

test("collections with more verses than the limit are refused", async () => {
  const { token } = await addUnlimited();
  const verses = Array.from({ length: studyLimits.verses }, (_, index) => index + 1);
  let refused = 0;
  for (let batch = 0; batch < 15; batch += 1) {
    const changes = Array.from({ length: 20 }, (_, index) => ({
      id: `c${batch}-${index}`,
      kind: "collection",
      name: "Patience",
      verses,
      clock: at(batch * 20 + index),
    }));
    refused += (await sync(token, changes)).refused.length;
  }
  expect(300 - refused).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(50);
  const response = await readExport(token, "annotations");
  const { items } = await response.json();
  expect(items).toHaveLength(300 - refused);
  expect(items.at(-1).target).toHaveLength(studyLimits.verses);
});
