/**
 * The base of every browser test: whatever a page reports as broken fails the test, in every
 * context that the test opens. That covers script errors, hydration errors (React reports those as
 * uncaught errors), violations of the content security policy, and everything else that a page
 * writes to the console as an error.
 */
import { type BrowserContext, test as base, expect } from "@playwright/test";

/** What the browser itself reports although nothing is broken. */
const harmless = [
  // A page was left before its view transition finished.
  /^(Uncaught \(in promise\) )?\w*:? ?Transition was /,
  // Tests make requests fail on purpose; each test checks what the page says about it.
  /^Failed to load resource: /,
];

interface Watched {
  /**
   * What pages have reported as broken so far. A test that breaks a page on purpose takes the
   * expected report out of this list.
   */
  pageProblems: string[];
}

function watchContext(context: BrowserContext, problems: string[]): void {
  const report = (message: string, url: string) => {
    // Init scripts of tests run in the empty page of a new tab, too.
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
