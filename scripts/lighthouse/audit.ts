/** Audits pages with Lighthouse as on a phone, in one browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launch } from "chrome-launcher";
import lighthouse, { type Config, type Result } from "lighthouse";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { browserEncodings } from "../bench/load.ts";
import { findBrowser } from "../support/browser.ts";
import { StartError } from "../support/environment.ts";

export interface Audited {
  path: string;
  /** From 0 to 100. Performance and accessibility are included only if they were measured. */
  scores: Record<string, number>;
  /** Audits without a full score, except for performance audits. */
  failed: string[];
  requests: number;
  /** Compressed bytes without headers: the total, and the parts that have goals. */
  bytes: { all: number; images: number; scripts: number; styles: number };
  metrics: { lcpMs: number; cls: number; tbtMs: number };
}

const categories = ["accessibility", "best-practices", "seo"] as const;

export interface Cookie {
  name: string;
  value: string;
}

export interface AuditedPage {
  path: string;
  /**
   * The cookies of a session: the page is then audited as a logged-in user sees it. Each page needs
   * a session of its own, because it renews it.
   */
  cookies?: Cookie[];
}

/**
 * Audits the pages one after another.
 *
 * @param depth `full` measures performance on a simulated phone (6 to 7 s per page); `quick` omits
 * times, which vary between runs.
 */
export async function auditPages(
  origin: string,
  pages: readonly AuditedPage[],
  depth: "full" | "quick",
  onAudited: (audited: Audited) => void = () => {},
): Promise<Audited[]> {
  const chromePath = findBrowser();
  if (!chromePath) throw new StartError("Lighthouse needs Chrome or Chromium: set BROWSER_PATH.");
  const folder = mkdtempSync(join(tmpdir(), "halaqa-lighthouse-"));
  const chrome = await launch({
    chromePath,
    userDataDir: folder,
    logLevel: "silent",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
    const [context] = browser.contexts();
    if (!context) throw new Error("The browser has no context for its cookies");
    const audited: Audited[] = [];
    for (const { path, cookies = [] } of pages) {
      await context.clearCookies();
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
      const isSignedIn = cookies.length > 0;
      const result = await audit(origin + path, { port: chrome.port, depth, isSignedIn });
      const found = await read(path, result);
      audited.push(found);
      onAudited(found);
    }
    return audited;
  } finally {
    chrome.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

// Chromium's trace sometimes lacks its beginning. Lighthouse recommends a retry in that case.
const maxTries = 3;

interface AuditRun {
  port: number;
  depth: "full" | "quick";
  isSignedIn: boolean;
}

async function audit(url: string, { port, depth, isSignedIn }: AuditRun): Promise<Result> {
  const skipAudits = [
    // Pages for users are never indexed.
    ...(isSignedIn ? ["is-crawlable"] : []),
    ...(depth === "quick" ? accessibilityAudits : []),
  ];
  if (depth === "quick") pageFunctions.computeBenchmarkIndex = fixedBenchmarkIndex;
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(
      url,
      { port, logLevel: "silent", output: "json", skipAudits },
      depth === "full" ? undefined : quick,
    );
    if (!run) throw new Error(`Lighthouse returned no result for ${url}`);
    const { runtimeError } = run.lhr;
    if (runtimeError?.code !== "NO_NAVSTART" || tries === maxTries) return run.lhr;
  }
}

/** Audits of other categories for which Lighthouse would run all of axe. */
const accessibilityAudits = ["image-alt"];

/**
 * Lighthouse measures the speed of the machine for a second on each page. This replaces that
 * measurement in the page, because no result of a quick audit depends on it.
 */
const fixedBenchmarkIndex = () => 2_000;

/**
 * Only audits that don't depend on the machine, and transfer sizes. Lighthouse's accessibility
 * audits use axe, which the browser tests already run on every screen.
 */
const quick: Config = {
  extends: "lighthouse:default",
  settings: {
    onlyCategories: categories.filter((category) => category !== "accessibility"),
    onlyAudits: ["network-requests"],
    disableFullPageScreenshot: true,
    // Nothing is timed, so there is no need to wait until the page is idle.
    pauseAfterFcpMs: 0,
    pauseAfterLoadMs: 0,
    networkQuietThresholdMs: 500,
    cpuQuietThresholdMs: 0,
  },
};

interface NetworkItem {
  url: string;
  transferSize: number;
  resourceType: string;
}

async function read(
  path: string,
  { categories: scored, audits, runtimeError, finalDisplayedUrl }: Result,
): Promise<Audited> {
  if (runtimeError) throw new Error(`Lighthouse on ${path}: ${runtimeError.message}`);
  const { pathname, search } = new URL(finalDisplayedUrl);
  if (pathname + search !== path) throw new Error(`${path} led to ${pathname + search}`);
  const details = audits["network-requests"]?.details as { items: NetworkItem[] } | undefined;
  // `data:` URLs cause no request.
  const items = (details?.items ?? []).filter(({ url }) => url.startsWith("http"));
  const weighed = await Promise.all(items.map(weigh));
  const sum = (type?: string) =>
    weighed
      .filter(({ resourceType }) => type === undefined || resourceType === type)
      .reduce((total, { bytes }) => total + bytes, 0);
  const failed = categories.flatMap((category) =>
    (scored[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    path,
    scores: Object.fromEntries(
      Object.values(scored).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
    failed,
    requests: items.length,
    bytes: {
      all: sum(),
      images: sum("Image"),
      scripts: sum("Script"),
      styles: sum("Stylesheet"),
    },
    metrics: {
      lcpMs: value("largest-contentful-paint"),
      cls: value("cumulative-layout-shift"),
      tbtMs: value("total-blocking-time"),
    },
  };
}

/**
 * Requests the size of the body, because Lighthouse's sizes include headers and the goals don't.
 * Pages that require a session would redirect this request, so Lighthouse's size is kept for them.
 */
async function weigh({ url, resourceType, transferSize }: NetworkItem) {
  const answer = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    headers: { "Accept-Encoding": browserEncodings },
  });
  const length = answer.ok ? answer.headers.get("Content-Length") : null;
  return { resourceType, bytes: length === null ? transferSize : Number(length) };
}
