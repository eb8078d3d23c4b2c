import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  announceScripts,
  readScriptList,
  scriptListName,
} from "#server/gateway/announced-scripts.ts";

const dist = mkdtempSync(join(tmpdir(), "halaqa-scripts-"));
const list = {
  "/_astro/Chat.a.js": ["/_astro/Chat.a.js", "/_astro/common.b.js"],
  "/_astro/Panel.c.js": ["/_astro/Panel.c.js", "/_astro/common.b.js"],
  "/_astro/Gate.f.js": ["/_astro/Gate.f.js", "/_astro/common.b.js"],
  "/_astro/client.d.js": ["/_astro/client.d.js", "/_astro/framework.e.js"],
};

beforeAll(async () => {
  writeFileSync(join(dist, scriptListName), JSON.stringify(list));
  await readScriptList(dist);
});
afterAll(() => rmSync(dist, { recursive: true }));

const island = (name: string, client: string, props = "{}") =>
  `<astro-island uid="1" component-url="/_astro/${name}.js" renderer-url="/_astro/client.d.js" props="${props}" client="${client}" ssr></astro-island>`;
const page = (...islands: string[]) =>
  `<!doctype html><html><head><title>Page</title></head><body>${islands.join("")}</body></html>`;
const announced = (html: string) =>
  [...announceScripts(html).matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(
    ([, href]) => href,
  );

test("the scripts of islands that start at once are announced in the head, each once", () => {
  const html = page(island("Chat.a", "load"), island("Panel.c", "load"));
  expect(announced(html)).toEqual([
    "/_astro/Chat.a.js",
    "/_astro/common.b.js",
    "/_astro/client.d.js",
    "/_astro/framework.e.js",
    "/_astro/Panel.c.js",
  ]);
  expect(announceScripts(html)).toMatch(/href="\/_astro\/Panel\.c\.js"><\/head><body>/);
});

test("a page's own scripts are announced with what they import", () => {
  const script = '<script type="module" src="/_astro/Gate.f.js"></script>';
  expect(announced(page(script))).toEqual(["/_astro/Gate.f.js", "/_astro/common.b.js"]);
});

test("scripts of islands that start later are not announced", () => {
  const html = page(island("Chat.a", "idle"), island("Panel.c", "visible"));
  expect(announceScripts(html)).toBe(html);
});

test("a page without islands stays as it is", () => {
  const html = page("<p>Text</p>");
  expect(announceScripts(html)).toBe(html);
});

test("special characters in the properties of an island do not hide its scripts", () => {
  expect(
    announced(page(island("Chat.a", "load", "{&quot;a&quot;:&quot;1 > 0 $&&quot;}"))),
  ).toContain("/_astro/Chat.a.js");
});
