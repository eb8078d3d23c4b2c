import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createFileStore, type FileStore } from "#server/providers/files.ts";
import { checkClock } from "../../../../scripts/doctor/clock.ts";
import { checkFiles } from "../../../../scripts/doctor/files.ts";

const serverTime = Date.parse("2026-11-24T12:00:00Z");

/** A server whose clock always shows the same time. */
async function startClock(headers: Record<string, string>): Promise<string> {
  const server = createServer((_, res) => {
    res.sendDate = false;
    res.writeHead(404, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  { seconds: 0.5, outcome: "good", text: "The clock agrees" },
  { seconds: 11, outcome: "notice", text: "The clock is 11 s fast" },
  { seconds: -61, outcome: "problem", text: "The clock is 62 s slow" },
])("the clock check reports a difference of $seconds s as $outcome", async (expected) => {
  const url = await startClock({ date: new Date(serverTime).toUTCString() });
  const [finding] = await checkClock(url, () => serverTime + expected.seconds * 1_000);
  expect(finding).toEqual({
    outcome: expected.outcome,
    text: expect.stringContaining(expected.text),
  });
});

test("the clock check says that there is nothing to compare with", async () => {
  const [finding] = await checkClock(await startClock({}), () => serverTime);
  expect(finding).toMatchObject({ outcome: "unchecked" });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "doctor-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("the file check leaves no file behind", async () => {
  const folder = await makeFolder();
  const store = createFileStore({ folder, s3: undefined });
  const [finding] = await checkFiles(store, "The folder");
  expect(finding).toEqual({
    outcome: "good",
    text: "The folder stores, returns and deletes files.",
  });
  expect(await readdir(folder)).toEqual([]);
});

test("the file check reports the step that fails", async () => {
  const store = createFileStore({ folder: await makeFolder(), s3: undefined });
  const readOnly: FileStore = {
    ...store,
    delete: () => Promise.reject(new Error("AccessDenied")),
  };
  const [finding] = await checkFiles(readOnly, "The bucket halaqa");
  expect(finding).toEqual({
    outcome: "problem",
    text: expect.stringContaining("The bucket halaqa: a file can't be deleted: AccessDenied."),
  });
});

test("the file check reports a store that returns different content", async () => {
  const store = createFileStore({ folder: await makeFolder(), s3: undefined });
  const forgetful: FileStore = {
    ...store,
    find: async () => ({ bytes: 1, read: async () => Readable.from(["x"]) }),
  };
  const [finding] = await checkFiles(forgetful, "The bucket halaqa");
  expect(finding).toMatchObject({
    outcome: "problem",
    text: "The bucket halaqa doesn't return what was stored in it.",
  });
});
