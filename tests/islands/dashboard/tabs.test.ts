import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listTabs } from "#islands/dashboard/tabs.ts";

const page = readFileSync(
  join(import.meta.dirname, "..", "..", "..", "src/pages/dashboard/index.astro"),
  "utf8",
);

test("the dashboard page starts an island for every tab", () => {
  const started = [...page.matchAll(/\{tab === "(\w+)" && (?:\(\s*)?<\w+ client:load\b/g)];
  expect(started.map(([, id]) => id)).toEqual(listTabs("teacher").map(({ id }) => id));
});
