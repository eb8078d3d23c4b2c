import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "#lib/languages.ts";
import {
  announceScripts,
  createScriptsMarker,
  readScriptList,
  scriptListName,
} from "#server/gateway/announced-scripts.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

const dist = mkdtempSync(join(tmpdir(), "halaqa-scripts-"));
const needs = (scripts: string[], texts: string[] = []) => ({ scripts, texts });
const list = {
  "/_astro/Chat.a.js": needs(["/_astro/Chat.a.js", "/_astro/common.b.js"]),
  "/_astro/Panel.c.js": needs(["/_astro/Panel.c.js", "/_astro/common.b.js"]),
  "/_astro/Gate.f.js": needs(["/_astro/Gate.f.js", "/_astro/common.b.js"]),
  "/_astro/Clock.g.js": needs(["/_astro/Clock.g.js"], ["time"]),
  "/_astro/client.d.js": needs(["/_astro/client.d.js", "/_astro/framework.e.js"]),
};

beforeAll(async () => {
  writeFileSync(join(dist, scriptListName), JSON.stringify(list));
  await readScriptList(dist);
});
afterAll(() => rmSync(dist, { recursive: true }));

const island = (name: string, client: string, props = "{}") =>
  `<astro-island uid="1" component-url="/_astro/${name}.js" renderer-url="/_astro/client.d.js" props="${props}" client="${client}" ssr></astro-island>`;
const marker = createScriptsMarker();
const page = (...islands: string[]) =>
  `<!doctype html><html><head><title>Page</title></head><body>${marker}${islands.join("")}</body></html>`;
const announced = (html: string) =>
  [...announceScripts(html, marker).matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(
    ([, href]) => href,
  );

test("the scripts of islands that start at once are announced at the marker, without duplicates", () => {
  const html = page(island("Chat.a", "load"), island("Panel.c", "load"));
  expect(announced(html)).toEqual([
    "/_astro/Chat.a.js",
    "/_astro/common.b.js",
    "/_astro/client.d.js",
    "/_astro/framework.e.js",
    "/_astro/Panel.c.js",
  ]);
  expect(announceScripts(html, marker)).toMatch(
    /<body><link rel="modulepreload"[^>]*>(<link[^>]*>){4}<astro-island/,
  );
});

test("a page's own scripts are announced with what they import", () => {
  const script = '<script type="module" src="/_astro/Gate.f.js"></script>';
  expect(announced(page(script))).toEqual(["/_astro/Gate.f.js", "/_astro/common.b.js"]);
});

test("scripts of islands that start later are not announced", () => {
  const html = page(island("Chat.a", "idle"), island("Panel.c", "visible"));
  expect(announceScripts(html, marker)).toBe(html.replace(marker, ""));
});

test("a page without islands stays unchanged", () => {
  const html = page("<p>Text</p>");
  expect(announceScripts(html, marker)).toBe(html.replace(marker, ""));
});

test("special characters in the properties of an island do not hide its scripts", () => {
  expect(
    announced(page(island("Chat.a", "load", "{&quot;a&quot;:&quot;1 > 0 $&&quot;}"))),
  ).toContain("/_astro/Chat.a.js");
});

test("text from users that looks like the end of the head or like an island changes nothing", () => {
  const text = 'Intro </head><body><astro-island client=load component-url=constructor> "rest';
  const description = `<meta name="description" content="${text.replaceAll('"', "&#34;")}">`;
  const html = page(island("Chat.a", "load")).replace("</head>", `${description}</head>`);
  const result = announceScripts(html, marker);
  expect(result).toContain(description);
  expect(announced(html)).toContain("/_astro/Chat.a.js");
  expect(result).not.toContain(marker);
});

test("each response has its own marker", () => {
  expect(createScriptsMarker()).not.toBe(createScriptsMarker());
});

test("a page contains the texts of its islands in its language, including those that start later", () => {
  const html = page(island("Chat.a", "load"), island("Clock.g", "idle"));
  const read = (language: Language) => {
    const made = runWithLanguage(language, () => announceScripts(html, marker));
    const json = /<script id="texts" type="application\/json">(.*?)<\/script>/.exec(made)?.[1];
    return JSON.parse(json ?? "{}");
  };
  expect(Object.keys(read("en"))).toEqual(["time"]);
  expect(read("en").time["month.3"]).toBe("March");
  expect(read("fr").time["month.3"]).toBe("mars");
  expect(announceScripts(page(island("Chat.a", "load")), marker)).not.toContain("json");
});
