/** Operators import roots and grammar with a command. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { runScript } from "../../support/checkout.ts";
import { addCourse } from "../../support/courses.ts";
import { addTeacher, type Person } from "../../support/people.ts";
import { grammarHeader } from "./grammar-header.ts";

const root = join(import.meta.dirname, "..", "..", "..");

let app: TestApp;
let teacher: Person;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "halaqa-import-"));
  app = await createTestApp();
  teacher = await addTeacher(app.context);
  await addCourse(app.context, teacher);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function writeLines(name: string, lines: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

async function run(...args: string[]): Promise<[number | string | null, string]> {
  const env = { DATABASE_URL: app.database.url };
  const script = runScript(root, "quran-import.ts", env, args);
  return [await script.ended, script.output().trim()];
}

async function readRoot(word: string): Promise<string | undefined> {
  const { body } = await app.call("GET", `/api/quran/words/${word}/grammar`, {
    token: teacher.token,
  });
  return body.data.grammar?.root;
}

it("one command imports a data set, and another one removes it", { timeout: 120_000 }, async () => {
  const path = writeLines("roots.jsonl", [grammarHeader, { word: "1:1:3", root: "رحم" }]);
  expect(await run(path)).toEqual([0, 'Imported 1 words of "Test roots" (CC BY 4.0).']);
  expect(await readRoot("1:1:3")).toBe("رحم");
  expect(await run("--remove")).toEqual([0, "Removed the data set."]);
  expect(await readRoot("1:1:3")).toBeUndefined();
});

it("the command says why it imports nothing", { timeout: 120_000 }, async () => {
  const wrong = writeLines("wrong.jsonl", [grammarHeader, { word: "115:1:1", root: "رحم" }]);
  const missing = join(folder, "missing.jsonl");
  const [mistake, absent, directory, nothing] = await Promise.all([
    run(wrong),
    run(missing),
    run(folder),
    run(),
  ]);
  expect(mistake[0]).toBe(1);
  expect(mistake[1]).toMatch(/^.+wrong\.jsonl was not imported\.\nLine 2: /);
  expect(absent).toEqual([1, `There is no file ${missing}.`]);
  expect(directory).toEqual([1, `There is no file ${folder}.`]);
  expect(nothing).toEqual([
    1,
    "Usage: npm run quran:import -- FILE, or npm run quran:import -- --remove",
  ]);
});
