import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkBackups, findNewestBackup } from "#server/monitoring/backups.ts";
import { compareTables } from "../../../scripts/backup/row-counts.ts";
import { nextNight } from "../../../scripts/backup/schedule.ts";

const now = new Date("2026-11-28T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);

async function makeFolder(files: Record<string, Date>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-backups-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, time] of Object.entries(files)) {
    await writeFile(join(folder, name), "");
    await utimes(join(folder, name), time, time);
  }
  return folder;
}

async function findErrors(folder: string): Promise<unknown[]> {
  const errors: unknown[] = [];
  await checkBackups(folder, { error: (...parts: unknown[]) => void errors.push(parts) }, now);
  return errors;
}

it("a backup from last night has no errors", async () => {
  const folder = await makeFolder({ "halaqa-1.dump": hoursAgo(9), "halaqa-0.dump": hoursAgo(33) });
  expect(await findNewestBackup(folder)).toEqual(hoursAgo(9));
  expect(await findErrors(folder)).toEqual([]);
});

it("an old backup, an unfinished one and an empty or missing folder are errors", async () => {
  const old = await makeFolder({ "halaqa-0.dump": hoursAgo(33) });
  expect(await findErrors(old)).toMatchObject([
    [{ newest: hoursAgo(33).toISOString() }, expect.any(String)],
  ]);
  const unfinished = await makeFolder({ "halaqa-1.dump.partial": hoursAgo(1) });
  expect(await findErrors(unfinished)).toHaveLength(1);
  expect(await findErrors(await makeFolder({}))).toHaveLength(1);
  expect(await findErrors(join(unfinished, "missing"))).toHaveLength(1);
});

it.each([
  ["2026-11-28T02:59:00Z", "2026-11-28T03:00:00.000Z"],
  ["2026-11-28T03:00:00Z", "2026-11-29T03:00:00.000Z"],
  ["2026-12-31T12:00:00Z", "2027-01-01T03:00:00.000Z"],
])("the next nightly backup after %s is at %s", (after, night) => {
  expect(nextNight(new Date(after)).toISOString()).toBe(night);
});

it("a restored database must have the same tables and rows", () => {
  const original = new Map([
    ["public.users", 3],
    ["public.courses", 2],
  ]);
  expect(compareTables(original, new Map(original))).toEqual([]);
  const restored = new Map([
    ["public.users", 2],
    ["public.other", 1],
  ]);
  expect(compareTables(original, restored)).toEqual([
    "public.courses has no rows instead of 2",
    "public.other has 1 rows instead of none",
    "public.users has 2 rows instead of 3",
  ]);
});
