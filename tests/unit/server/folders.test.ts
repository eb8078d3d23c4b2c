import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverOrder } from "../../../.dependency-cruiser.js";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const entries = readdirSync(join(root, "src/server"), { withFileTypes: true });
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);

/** The first column of the table after the given text. */
function readTable(text: string, after: string): string[] {
  const [, rest = ""] = text.split(after);
  const rows = /\n\n((?:\|.*\n)+)/.exec(rest)?.[1] ?? "";
  return [...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name = ""]) => name);
}

const contributing = read("CONTRIBUTING.md");
const nouns = readTable(contributing, "### Nouns");
const others = readTable(contributing, "belong to no noun:");

test("CONTRIBUTING describes every folder of the server, and no other", () => {
  expect([...nouns, ...others].sort()).toEqual(folders.sort());
});

test("CONTRIBUTING lists nouns and other folders in alphabetical order", () => {
  expect(nouns).toEqual(nouns.toSorted());
  expect(others).toEqual(others.toSorted());
});

test("the README names the same nouns as CONTRIBUTING", () => {
  const sentence =
    /The nouns are the same everywhere: ([^.]*)\./.exec(read("README.md"))?.[1] ?? "";
  expect(sentence.split(/,\s+/)).toEqual(nouns);
});

test("every file and folder that CONTRIBUTING names exists", () => {
  const named = [...contributing.matchAll(/`((?:src|tests|scripts|docs)\/[^`<…*]+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every job is defined in a jobs file", () => {
  const sources = readdirSync(join(root, "src/server"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file !== "jobs/jobs.ts")
    .filter((file) => /\bdefineJob[(<]/.test(read(join("src/server", file))));
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((file) => !file.endsWith(".jobs.ts"))).toEqual([]);
});

test("the import order includes every folder and file of the server", () => {
  expect(serverOrder.toSorted()).toEqual([...folders, ...files].sort());
});

test("every decision has its own number, which its title repeats", () => {
  const names = readdirSync(join(root, "docs/decisions")).filter((name) => name.endsWith(".md"));
  const numbers = names.map((name) => name.slice(0, 3));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const name of names) {
    expect(read(`docs/decisions/${name}`), name).toMatch(`# ${name.slice(0, 3)} · `);
  }
});
