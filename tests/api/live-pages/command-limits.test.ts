/** How many commands a person can send to live pages. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { livePagesChannel } from "#server/live-pages/stream/page-events.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

/** A tenth of the commands that an account can send in a minute. */
const points = 30;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "0.1" }, isSingle: true });
});
afterAll(() => app.close());

const { addClass, run, send, follow } = attend(() => app);

const unknownStream = () => ({ command: "here", stream: randomUUID() });

/**
 * Sends a command until the account has no points left, and then once more. @returns the statuses.
 */
async function sendTooMany(person: Person, classId: string, command: () => object) {
  const statuses: number[] = [];
  for (let time = 0; time <= points; time += 1) {
    statuses.push((await send(person, classId, command())).status);
  }
  return statuses;
}

const refusedLast = (status: number) => [...Array(points).fill(status), 429];

/** The answers that are forwarded to other processes. */
async function readForwarded(): Promise<() => object[]> {
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const events: { type: string }[] = [];
  client.on("notification", ({ payload }) => events.push(JSON.parse(payload ?? "")));
  await client.query(`listen ${livePagesChannel}`);
  return () => events.filter(({ type }) => type === "here");
}

describe("answers to heartbeats", () => {
  it("for unknown streams are limited, and other processes are notified of only one", async () => {
    const { student, teacher, classId } = await addClass();
    const forwarded = await readForwarded();
    expect(await sendTooMany(student, classId, unknownStream)).toEqual(refusedLast(200));
    // This notification comes after all notifications from the first person.
    await run(teacher, classId, unknownStream());
    const { profileId } = teacher;
    await expect.poll(() => forwarded().at(-1)).toMatchObject({ profileId });
    expect(forwarded()).toMatchObject([{ profileId: student.profileId }, { profileId }]);
  });

  it("for a stream in the same process aren't limited", async () => {
    const { student, classId } = await addClass();
    const stream = await follow(student, classId);
    const here = { command: "here", stream: stream.latest("snapshot")?.stream };
    const statuses = await sendTooMany(student, classId, () => here);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

it("the refusal of too many commands is in the language of the page", async () => {
  const { student, classId } = await addClass();
  await sendTooMany(student, classId, unknownStream);
  const refused = await runWithLanguage("fr", () => send(student, classId, unknownStream()));
  expect(refused.body.message).toBe(
    "Vous modifiez la page très rapidement. Veuillez patienter un instant.",
  );
});

describe("pointers", () => {
  const share = { command: "share", from: "2:255", to: "2:286" };
  const point = { command: "point", verse: "2:255", word: 1 };

  it("of a student who doesn't lead are limited", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    expect(await sendTooMany(student, classId, () => point)).toEqual(refusedLast(403));
  });

  it("of the lead aren't limited", async () => {
    const { teacher, classId } = await addClass();
    await run(teacher, classId, share);
    const statuses = await sendTooMany(teacher, classId, () => point);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
