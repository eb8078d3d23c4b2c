/**
 * Measures pages for users on a slow connection in a browser with an empty cache: the time until a
 * page shows its own content, alternating with /about, and what the page loads.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import { findTestBrowser } from "../support/browser.ts";
import { StartError } from "../support/environment.ts";
import {
  listSignedInPages,
  type SignedInPage,
  type SignedInPages,
} from "../support/signed-in-pages.ts";
import { median } from "./load.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const rounds = 3;

/** A phone with a weak signal: 300 ms for a round trip, 1.6 Mbit/s down and 750 kbit/s up. */
const slowLine = {
  offline: false,
  latency: 300,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const zone = "Asia/Karachi";
const about: SignedInPage = { name: "/about", path: "/about", text: "A circle of study" };
const maxSlowness = 1.6;
const maxScripts = 12;
const maxScriptBytes = 120_000;

interface Load {
  contentMs: number;
  scripts: number;
  scriptBytes: number;
  styles: number;
  styleBytes: number;
  /** API calls that started before the content appeared. */
  calls: number;
}

export async function measureSlowLine(site: BenchSite): Promise<Row[]> {
  const executablePath = findTestBrowser();
  if (!executablePath) throw new StartError("The slow line needs Chromium: set BROWSER_PATH.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const rows: Row[] = [];
    for (const role of ["student", "teacher"] as const) {
      const { cookies, pages } = await listSignedInPages(site.url, role);
      const open = (page: SignedInPage, whole?: boolean) =>
        load(browser, { url: site.url, cookies, page, whole });
      for (const page of pages) {
        for (const row of await measurePage(open, page, `${page.name}, ${role}`)) {
          console.log(`${row.what}: ${row.measured}`);
          rows.push(row);
        }
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function measurePage(
  open: (page: SignedInPage, whole?: boolean) => Promise<Load>,
  page: SignedInPage,
  what: string,
): Promise<Row[]> {
  const own: Load[] = [];
  const other: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    other.push(await open(about));
    own.push(await open(page, round === 0));
  }
  const seconds = (loads: Load[]) => median(loads.map(({ contentMs }) => contentMs)) / 1_000;
  const slowness = seconds(own) / seconds(other);
  const most = (read: (load: Load) => number) => Math.max(...own.map(read));
  const [scripts, scriptBytes] = [most((load) => load.scripts), most((load) => load.scriptBytes)];
  const calls = most((load) => load.calls);
  return [
    {
      what: `${what}: time to content on a slow line`,
      goal: `≤ ${maxSlowness} × /about`,
      measured: `${slowness.toFixed(2)} × (${seconds(own).toFixed(2)} s of ${seconds(other).toFixed(2)} s), ${calls} API calls before`,
      met: slowness <= maxSlowness && calls === 0,
    },
    {
      what: `${what}: scripts`,
      goal: `≤ ${maxScripts}, ≤ ${maxScriptBytes / 1_000} kB`,
      measured: `${scripts}, ${kilobytes(scriptBytes)}; style sheets: ${most((load) => load.styles)}, ${kilobytes(most((load) => load.styleBytes))}`,
      met: scripts <= maxScripts && scriptBytes <= maxScriptBytes,
    },
  ];
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

interface Visit {
  url: string;
  cookies: SignedInPages["cookies"];
  page: SignedInPage;
  /** Whether to wait until the islands have started, and not only until the content appears. */
  whole?: boolean | undefined;
}

async function load(
  browser: Browser,
  { url, cookies, page: { path, text }, whole = false }: Visit,
): Promise<Load> {
  const context = await browser.newContext({ baseURL: url, timezoneId: zone });
  try {
    const known = [...cookies, { name: "zone", value: zone }];
    await context.addCookies(known.map((cookie) => ({ ...cookie, url })));
    await context.addInitScript(() => localStorage.setItem("isAuthenticated", "true"));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slowLine);
    await page.goto(path, { waitUntil: "commit" });
    const contentMs = await findContent(page, text);
    if (whole) await page.waitForFunction(hasStarted, undefined, { polling: 20 });
    return { contentMs, ...(await readLoad(page, contentMs)) };
  } finally {
    await context.close();
  }
}

/** Whether the islands of the first view have started. Others wait until the page is idle. */
const hasStarted = () =>
  document.readyState === "complete" &&
  document.querySelector('astro-island[ssr][client="load"]') === null;

/** The time, from the start of the navigation, at which the text is visible. */
async function findContent(page: Page, text: string): Promise<number> {
  const found = await page.waitForFunction(
    (text) => {
      const main = document.querySelector("main");
      if (!main) return false;
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
      const shown = main.innerText;
      const fields = [...main.querySelectorAll("input")];
      const isShown = shown.includes(text) || fields.some(({ value }) => value === text);
      // Text is visible only after the style sheet has arrived and the browser has painted.
      const hasPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
      return isShown && hasPainted && performance.now();
    },
    text,
    { polling: 20, timeout: 60_000 },
  );
  return Number(await found.jsonValue());
}

function readLoad(page: Page, contentMs: number): Promise<Omit<Load, "contentMs">> {
  return page.evaluate((contentMs) => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const files = (ending: RegExp) =>
      entries.filter(({ name }) => ending.test(new URL(name).pathname));
    const weigh = (list: PerformanceResourceTiming[]) =>
      list.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const [scripts, styles] = [files(/\.js$/), files(/\.css$/)];
    return {
      scripts: scripts.length,
      scriptBytes: weigh(scripts),
      styles: styles.length,
      styleBytes: weigh(styles),
      calls: files(/^\/api\//).filter(({ startTime }) => startTime < contentMs).length,
    };
  }, contentMs);
}
