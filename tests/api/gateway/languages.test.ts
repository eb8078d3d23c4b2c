/** The language of a request: for pages it comes from the path, for API calls from a header. */
import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { type Language, languages } from "#lib/languages.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import { kept, type Page, sendPage, startGateway } from "../../support/gateway.ts";

const all = { LANGUAGES: languages.join(",") };
const t = getTexts("time");

/** Responds with its path, the language and a text, after other requests have had their turn. */
const speakingPage =
  (headers: Record<string, string> = {}): Page =>
  async (req, res) => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    sendPage(res, `${req.url} ${getLanguage()} ${t("month.3")}`, headers);
  };

const read = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).text();

const march: Record<Language, string> = {
  en: "March",
  ar: "مارس",
  ur: "مارچ",
  fr: "mars",
  es: "marzo",
};

test.for([
  ["/courses?page=2", "/courses?page=2 en March"],
  ["/ar/courses?page=2", "/courses?page=2 ar مارس"],
  ["/fr", "/ fr mars"],
  ["/fr?a=1", "/ fr mars"],
  ["/en/courses", "/en/courses en March"],
  ["/arabic", "/arabic en March"],
  ["/AR", "/AR en March"],
  ["/ar/fr/courses", "/fr/courses ar مارس"],
  ["/%61r/courses", "/courses ar مارس"],
  // These addresses are the same in all languages, because they aren't pages.
  ["/ar/sitemap.xml", "/ar/sitemap.xml en March"],
  ["/ar/api/courses", "/ar/api/courses en March"],
] as const)("%s is rendered as %s", async ([path, text]) => {
  const { url } = await startGateway({ pages: speakingPage(), env: all });
  expect(await read(url + path)).toBe(text);
});

test("a language that isn't offered has no pages", async () => {
  const { url } = await startGateway({ pages: speakingPage(), env: { LANGUAGES: "fr" } });
  expect(await read(`${url}/ar/courses`)).toBe("/ar/courses en March");
  expect(await read(`${url}/fr/courses`)).toBe("/courses fr mars");
});

test("every complete language is offered without a setting", async () => {
  const { url } = await startGateway({ pages: speakingPage() });
  expect(await read(`${url}/ur/courses`)).toBe("/courses ur مارچ");
  expect(await read(`${url}/es/courses`)).toBe("/courses es marzo");
});

test("the browser's language never changes a page", async () => {
  const { url } = await startGateway({ pages: speakingPage(), env: all });
  expect(await read(`${url}/courses`, { "Accept-Language": "ar", "X-Language": "ar" })).toBe(
    "/courses en March",
  );
});

test("each language of a page is cached separately, and a purge removes all of them", async () => {
  let count = 0;
  const { url, cache } = await startGateway({
    env: all,
    pages: async (req, res) => {
      count += 1;
      await speakingPage(kept())(req, res);
    },
  });
  for (const prefix of ["", "/ar", "/fr"]) await read(`${url}${prefix}/courses`);
  expect(await read(`${url}/ar/courses`)).toBe("/courses ar مارس");
  expect(await read(`${url}/courses`)).toBe("/courses en March");
  expect(count).toBe(3);
  cache.purge(["courses"]);
  for (const prefix of ["", "/ar", "/fr"]) await read(`${url}${prefix}/courses`);
  expect(count).toBe(6);
});

test.for([
  ["/ar/a", "/login?returnTo=%2Fa", "/ar/login?returnTo=%2Fa"],
  ["/ar/a", "/", "/ar"],
  ["/ar/a", "/fr/a", "/fr/a"],
  ["/ar/a", "/media/1.webp", "/media/1.webp"],
  ["/ar/a", "https://pay.example/", "https://pay.example/"],
  ["/a", "/login", "/login"],
] as const)("%s, which redirects to %s, leads to %s", async ([path, location, target]) => {
  const pages: Page = (_, res) => {
    res.writeHead(302, { location });
    res.end();
  };
  const { url } = await startGateway({ pages, env: all });
  const answer = await fetch(url + path, { redirect: "manual" });
  expect(answer.headers.get("location")).toBe(target);
});

test("a path with a trailing slash redirects to the path without it in the same language", async () => {
  const { url } = await startGateway({ pages: speakingPage(), env: all });
  for (const [path, target] of [
    ["/ar/", "/ar"],
    ["/ar/courses/?page=2", "/ar/courses?page=2"],
  ]) {
    const answer = await fetch(url + path, { redirect: "manual" });
    expect(answer.headers.get("location")).toBe(target);
  }
});

test("an API call is answered in the language that it names, even from the cache", async () => {
  const api = new Hono().get("/api/*", (c) => {
    for (const [name, value] of Object.entries(kept())) c.header(name, value);
    return c.text(t("month.3"));
  });
  const { url } = await startGateway({ api, env: { LANGUAGES: "ar,fr" } });
  for (let round = 0; round < 2; round += 1) {
    for (const path of ["/api/courses", "/api/people"]) {
      expect(await read(url + path, { "X-Language": "ar" })).toBe("مارس");
      expect(await read(url + path, { "X-Language": "fr" })).toBe("mars");
      expect(await read(url + path, { "X-Language": "es" })).toBe("March");
      expect(await read(url + path, { "Accept-Language": "ar" })).toBe("March");
    }
  }
});

test("none of 200 simultaneous requests gets the wrong language", async () => {
  const { url } = await startGateway({ pages: speakingPage(), env: all });
  const requests = Array.from({ length: 200 }, (_, index) => index);
  const wrong: string[] = [];
  const ask = async () => {
    for (let index = requests.pop(); index !== undefined; index = requests.pop()) {
      const language = languages[index % languages.length] ?? "en";
      const prefix = language === "en" ? "" : `/${language}`;
      // A fifth are pages for the cache, and the others are rendered for each request.
      const path = index % 5 === 0 ? `/courses?page=${index}` : `/page-${index}`;
      const text = await read(url + prefix + path);
      if (text !== `${path} ${language} ${march[language]}`) wrong.push(text);
    }
  };
  await Promise.all(Array.from({ length: 40 }, ask));
  expect(wrong).toEqual([]);
});

test("errors of the gateway are in the language of the page", async () => {
  const failing: Page = () => {
    throw new Error("Rendering failed");
  };
  const { url } = await startGateway({ pages: failing, env: all });
  const html = await read(`${url}/ar/courses`);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  const refused = await fetch(`${url}/fr/courses`, { method: "POST" });
  expect(refused.status).toBe(405);
  expect(await refused.text()).toContain("Cette adresse n’accepte que les requêtes GET et HEAD.");
});
