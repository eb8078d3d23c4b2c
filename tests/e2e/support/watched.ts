/**
 * The base of every browser test. An error on any page, in any context that the test opens, fails
 * the test: script errors, hydration errors (which React reports as uncaught errors), violations of
 * the content security policy, and everything else that a page writes to the console as an error.
 *
 * All contexts end with their test. Otherwise their pages would go on drawing, polling and following
 * streams beside all later tests of the worker.
 *
 * It also has the sites that tests share. Each starts when the first test of a worker uses it. They
 * are declared here, once for all files, because a file with other sites would get a new worker, and
 * the next file would start its site again.
 */
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { type Site, startDemoSite, startSite } from "./site.ts";

/** Messages of the browser that don't indicate an error. */
const harmless = [
  // Tests make requests fail on purpose, and check what the page shows.
  /^Failed to load resource: /,
  // On a busy machine, the browser can show a page before it has prepared the transition to it. No
  // script can handle this rejection, because the page never gets the transition.
  /^Transition was aborted because of invalid state\. Page already revealed$/,
  // The browser ends a transition when a test changes the size of the window.
  /^Transition was aborted because of invalid state\. Viewport size changed$/,
];

interface Watched {
  /**
   * Errors that pages have reported so far. A test that causes an error on purpose removes it from
   * this list.
   */
  pageProblems: string[];
}

function watchContext(context: BrowserContext, problems: string[]): void {
  const report = (message: string, url: string) => {
    // Tests' init scripts also run in the empty page of a new tab.
    if (url === "about:blank") return;
    if (!harmless.some((pattern) => pattern.test(message))) problems.push(`${message} (${url})`);
  };
  context.on("weberror", (problem) =>
    report(problem.error().message, problem.page()?.url() ?? "unknown page"),
  );
  context.on("console", (entry) => {
    if (entry.type() === "error") report(entry.text(), entry.page()?.url() ?? "unknown page");
  });
}

interface Sites {
  /** With the demo data (`demo.ts`). */
  site: Site;
  /** Without data (`empty-site.ts`). */
  emptySite: Site;
  /** Without data, in several languages (`translated-site.ts`). */
  translatedSite: Site;
}

/** The rate limits of shared sites. */
const relaxed = { RATE_LIMIT_FACTOR: "100" };

async function shareSite(starting: Promise<Site>, use: (site: Site) => Promise<void>) {
  const site = await starting;
  await use(site);
  expect(await site.stop()).toBe(0);
}

export const test = base.extend<Watched, Sites>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this parameter
    ({}, use) => shareSite(startDemoSite(relaxed), use),
    { scope: "worker", timeout: 300_000 },
  ],
  emptySite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this parameter
    ({}, use) => shareSite(startSite(relaxed), use),
    { scope: "worker", timeout: 300_000 },
  ],
  translatedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this parameter
    ({}, use) => shareSite(startSite({ ...relaxed, LANGUAGES: "en,ar,fr" }), use),
    { scope: "worker", timeout: 300_000 },
  ],
  pageProblems: [
    async ({ browser }, use) => {
      const problems: string[] = [];
      const opened: BrowserContext[] = [];
      for (const context of browser.contexts()) watchContext(context, problems);
      const openContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await openContext(options);
        opened.push(context);
        watchContext(context, problems);
        return context;
      };
      await use(problems);
      browser.newContext = openContext;
      // Closing a page can interrupt what it does, which is no error.
      const found = [...problems];
      await Promise.all(opened.map((context) => context.close()));
      expect(found, "what pages reported as broken").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
