/**
 * Every page that a crawler without scripts can reach from the home page: all links, anchors and
 * files must exist, and every page needs a title and a description.
 */

import { JSDOM } from "jsdom";
import { defaultLanguage, splitLanguagePrefix } from "#lib/languages.ts";
import { findRoute } from "#lib/site/routes.ts";
import { youngStudents } from "#server/demo/data/young-students.data.ts";
import { findUnknownTerms } from "../../support/schema-org.ts";
import { expect, test } from "../support/demo.ts";

/** Private pages redirect visitors to log-in, and API calls aren't pages. */
const closed = /^\/(api|join|start|dashboard|add-course|edit-course)(\/|$)/;

interface Visited {
  path: string;
  url: URL;
  status: number;
  html: string;
  document: Document;
}

/** A separate window for each page would take more time than all checks. */
const { window } = new JSDOM();
const parser = new window.DOMParser();

async function visit(origin: string, path: string): Promise<Visited> {
  const url = new URL(origin + path);
  const answer = await fetch(url);
  const html = await answer.text();
  const document = parser.parseFromString(html, "text/html");
  return { path, url, status: answer.status, html, document };
}

const addressesIn = ({ document, url }: Visited, selector: string, attribute: string): URL[] =>
  [...document.querySelectorAll(selector)]
    .map((element) => element.getAttribute(attribute) ?? "")
    .filter((value) => !/^(mailto|tel|data|webcal):/.test(value))
    .map((value) => new URL(value, url));

/** Only a few of the Quran's 7,000 pages, which differ only in their numbers, are visited. */
const visitedOfQuran =
  /^\/quran(\/(1|2|9|112|114|plans|juz\/(1|30)|page\/(1|50|604)|(112|114)\/\d+))?$/;

/** One course or person. */
const itemPage = /^\/(courses|teachers|students|certificates)\/[^/]+$/;

/**
 * Every English page. The log-in page and the pages of a course or person are visited only without
 * parameters, which change where a form leads and the order of reviews. Those pages and pages about
 * the Quran have the same links in all languages, so the other languages are visited without them.
 */
function isVisited({ pathname, search }: URL): boolean {
  const { language, path } = splitLanguagePrefix(pathname);
  if (closed.test(path)) return false;
  if (search !== "" && (path === "/login" || itemPage.test(path))) return false;
  if (language === defaultLanguage) return !path.startsWith("/quran") || visitedOfQuran.test(path);
  return search === "" && !itemPage.test(path) && !/^\/quran\/(?!plans$)/.test(path);
}

/**
 * The image for links to a course, a teacher or a passage. Drawing one takes the server longer than the
 * page, and `tests/api/seo` draws them with all kinds of texts, so one of each kind is enough.
 */
const drawnImage = /^\/share\/(\w+)\//;

let crawled: Promise<Map<string, Visited>> | undefined;

/** All pages by path and query, crawled once for all tests in this file. */
function crawl(origin: string): Promise<Map<string, Visited>> {
  crawled ??= visitAll(origin);
  return crawled;
}

/** Crawls all pages from the home page. */
async function visitAll(origin: string): Promise<Map<string, Visited>> {
  const pages = new Map<string, Visited>();
  const waiting = ["/"];
  for (const path of waiting) {
    const page = await visit(origin, path);
    pages.set(path, page);
    for (const url of addressesIn(page, "a[href]", "href")) {
      const found = url.pathname + url.search;
      const isPage = url.origin === origin && isVisited(url);
      if (isPage && !waiting.includes(found)) waiting.push(found);
    }
  }
  return pages;
}

/**
 * Links to fragments for which no element exists. Private pages lead to the log-in page, which has
 * none of their elements.
 */
function findLostAnchors(page: Visited, pages: Map<string, Visited>): string[] {
  return addressesIn(page, "a[href*='#']", "href")
    .filter(({ origin, hash }) => origin === page.url.origin && hash.length > 1)
    .filter(isVisited)
    .filter(({ pathname }) => (findRoute(pathname)?.access ?? "public") === "public")
    .filter(({ pathname, search, hash }) => {
      const target = pages.get(pathname + search)?.document;
      return !target?.getElementById(decodeURIComponent(hash.slice(1)));
    })
    .map(({ href }) => `${page.path} → ${href}`);
}

test("every link, anchor and file of the site exists, and every page has a title and description", async ({
  site,
}) => {
  const origin = new URL(site.url).origin;
  const pages = await crawl(origin);
  const visited = [...pages.values()];
  expect(visited.length).toBeGreaterThan(30);

  const missing = visited.filter(({ status }) => status !== 200).map(({ path }) => path);
  expect(missing, "pages that are linked but don't answer 200").toEqual([]);
  const lost = visited.flatMap((page) => findLostAnchors(page, pages));
  expect(lost, "links to missing anchors").toEqual([]);

  const files = new Set<string>();
  for (const page of visited) {
    for (const [selector, attribute] of [
      ["img[src], script[src]", "src"],
      ["link[href]:not([rel=canonical])", "href"],
      ["meta[property='og:image']", "content"],
    ] as const) {
      for (const url of addressesIn(page, selector, attribute)) files.add(url.href);
    }
  }
  const broken: string[] = [];
  const drawn = new Set<string>();
  for (const file of files) {
    const [, kind] = drawnImage.exec(new URL(file).pathname) ?? [];
    if (kind !== undefined && drawn.has(kind)) continue;
    if (kind !== undefined) drawn.add(kind);
    const answer = await fetch(file);
    await answer.arrayBuffer();
    if (!file.startsWith(origin) || answer.status !== 200) broken.push(`${answer.status} ${file}`);
  }
  expect(broken, "files that are missing or another site's").toEqual([]);

  for (const { path, document } of visited) {
    // The fallback for disabled scripts has a heading too, which doesn't exist where scripts run.
    const headings = [...document.querySelectorAll("h1")].filter((h1) => !h1.closest("noscript"));
    expect(headings.length, `one h1 on ${path}`).toBe(1);
    const { language } = splitLanguagePrefix(path);
    expect(document.documentElement.lang, `language of ${path}`).toBe(language);
    const noindex = document.querySelector("meta[name=robots]")?.getAttribute("content");
    const canonical = document.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect(Boolean(canonical), `${path} has an address or is not indexed`).toBe(!noindex);
    if (canonical) expect(canonical.startsWith(`${origin}/`), canonical).toBe(true);
    for (const block of document.querySelectorAll("script[type='application/ld+json']")) {
      const things = JSON.parse(block.textContent ?? "");
      expect(things, path).toHaveProperty("@context");
      expect(findUnknownTerms(things), path).toEqual([]);
    }
  }

  // Different pages need different titles and descriptions, and each page has one canonical URL.
  const proper = new Map(
    visited.flatMap((page) => {
      const address = page.document.querySelector("link[rel=canonical]")?.getAttribute("href");
      return address ? [[address, page] as const] : [];
    }),
  );
  for (const [address, { path }] of proper) {
    expect(
      pages.has(new URL(address).pathname + new URL(address).search),
      `${path}: ${address}`,
    ).toBe(true);
  }
  // People or courses with the same name may have the same title, so only other pages are compared.
  const written = [...proper.values()].filter(
    ({ path }) => !itemPage.test(splitLanguagePrefix(path).path),
  );
  // Two languages may share a word, so each is compared with itself.
  const titles = written.map(
    ({ document }) => `${document.documentElement.lang}: ${document.title}`,
  );
  expect(findTwice(titles), "titles that several pages have").toEqual([]);
  const descriptions = written.map(({ document }) => {
    const text = document.querySelector("meta[name=description]")?.getAttribute("content");
    return `${document.documentElement.lang}: ${text ?? ""}`;
  });
  expect(findTwice(descriptions), "descriptions that several pages have").toEqual([]);
});

test("no public page names or shows a minor from the demo data", async ({ site, request }) => {
  const data = { email: "student2@halaqa.test", password: "halaqa-demo" };
  const headers = { Origin: site.url };
  const answer = await request.post(`${site.url}/api/auth/login`, { data, headers });
  const userId = (await answer.json()).data.user.id;
  const traces = [
    userId,
    ...youngStudents.flatMap(({ profile: { name } }) => {
      const [first = "", ...others] = name.split(" ");
      return [name, `${first} ${others.at(-1)?.charAt(0)}.`];
    }),
  ];
  expect(traces.length).toBeGreaterThan(20);
  // Pages contain these names unescaped.
  expect(traces.filter((trace) => /[&<>"']/.test(trace))).toEqual([]);
  const origin = new URL(site.url).origin;
  const found: string[] = [];
  for (const { path, html } of (await crawl(origin)).values()) {
    const seen = traces.filter((trace) => html.includes(trace));
    found.push(...seen.map((trace) => `${path}: ${trace}`));
  }
  for (const path of ["/rss.xml", "/sitemap.xml", "/api/courses?limit=100", "/api/students"]) {
    const text = await (await fetch(origin + path)).text();
    found.push(
      ...traces.filter((trace) => text.includes(trace)).map((trace) => `${path}: ${trace}`),
    );
  }
  expect(found).toEqual([]);
});

test("the sitemap lists pages that exist and may be indexed", async ({ site }) => {
  const xml = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const addresses = [...xml.matchAll(/<loc>([^<]*)/g)].map(([, address = ""]) => address);
  expect(addresses.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  const visited = addresses.filter((address) => isVisited(new URL(address)));
  expect(addresses.length - visited.length).toBeGreaterThan(6_900);
  const crawledPages = await crawl(new URL(site.url).origin);
  for (const address of visited) {
    const { pathname, search } = new URL(address);
    const { status, document } = crawledPages.get(pathname + search) ?? (await visit("", address));
    const canonical = document.querySelector("link[rel=canonical]")?.getAttribute("href");
    if (status !== 200 || canonical !== address) wrong.push(`${status} ${address} ${canonical}`);
  }
  expect(wrong).toEqual([]);
});

function findTwice(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
