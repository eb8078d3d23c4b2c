/**
 * The base of every browser test. An error on any page, in any context that the test opens, fails
 * the test: script errors, hydration errors (which React reports as uncaught errors), violations of
 * the content security policy, and everything else that a page writes to the console as an error.
 */
import { type BrowserContext, test as base, expect } from "@playwright/test";

/** Messages of the browser that don't indicate an error. */
const harmless = [
  // The page was left before its view transition finished.
  /^(Uncaught \(in promise\) )?\w*:? ?Transition was /,
  // Tests make requests fail on purpose, and check what the page shows.
  /^Failed to load resource: /,
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
    // Init scripts of tests also run in the empty page of a new tab.
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

export const test = base.extend<Watched>({
  pageProblems: [
    async ({ browser }, use) => {
      const problems: string[] = [];
      for (const context of browser.contexts()) watchContext(context, problems);
      const openContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await openContext(options);
        watchContext(context, problems);
        return context;
      };
      await use(problems);
      browser.newContext = openContext;
      expect(problems, "what pages reported as broken").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
