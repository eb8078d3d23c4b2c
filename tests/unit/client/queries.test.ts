import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const isQueries = (file: string) => file.endsWith(".queries.ts");
/** Files that pass data of all queries from the server to the browser. */
const isHandOver = (file: string) => /(page-scope|client\/query-client)\.ts$/.test(file);
const sources = globSync("src/**/*.{ts,tsx,astro}", { cwd: root });
const files = sources.filter(isQueries);

test("query keys are written, read and invalidated only in the queries file of their noun", () => {
  const word = /\b(queryKey|invalidateQueries|setQueryData|getQueryData|refetchQueries)\b/;
  const elsewhere = sources.filter(
    (file) =>
      !isQueries(file) && !isHandOver(file) && word.test(readFileSync(join(root, file), "utf8")),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(elsewhere).toEqual([]);
});

test.each(files)("every key of %s begins with its noun", async (file) => {
  const factories = Object.entries(
    (await import(join(root, file))) as Record<string, (...values: string[]) => unknown>,
  ).filter(([name]) => name.endsWith("Options"));
  expect(factories).not.toEqual([]);
  const noun = basename(dirname(file));
  for (const [name, makeOptions] of factories) {
    const { queryKey } = makeOptions("one", "two") as { queryKey: unknown[] };
    expect(queryKey[0], name).toBe(noun);
  }
});
