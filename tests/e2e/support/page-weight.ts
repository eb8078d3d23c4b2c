/** What pages load before anyone acts: few scripts, all of them announced in the HTML, and one style sheet. */
import { expect, type Page } from "@playwright/test";
import { expectHydrated } from "./hydrated.ts";

export interface Budget {
  scripts: number;
  /** The compressed bytes of all scripts. */
  scriptBytes: number;
  /** The compressed bytes of the style sheet. */
  sheetBytes: number;
}

/** The limits of pages for logged-in users. */
export const budget: Budget = { scripts: 12, scriptBytes: 120_000, sheetBytes: 25_000 };

/** Keeps work that waits for an idle moment from starting in the pages that are opened from now on. */
export async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

/**
 * Opens a page, waits until everything that it loads at once is loaded, and expects it to be within
 * the limits. Call `keepBusy` before, because what loads when a page is idle doesn't count.
 */
export async function openWithinBudget(
  page: Page,
  path: string,
  { scripts: maxScripts, scriptBytes, sheetBytes }: Budget = budget,
): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  const html = (await answer?.text()) ?? "";
  const announced = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)];
  const known = new Set(announced.map(([, href]) => href));
  // Files from the browser's cache are listed with their compressed size, too.
  const files = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }),
    ),
  );
  const [scripts, sheets] = [".js", ".css"].map((ending) =>
    files.filter(({ path }) => path.endsWith(ending)),
  ) as [typeof files, typeof files];
  const paths = scripts.map(({ path }) => path);
  const sum = (list: typeof files) => list.reduce((total, { bytes }) => total + bytes, 0);
  const unannounced = paths.filter((script) => !known.has(script));
  expect.soft(unannounced, `scripts of ${path} that are not announced`).toEqual([]);
  expect
    .soft(paths.length, `scripts of ${path}: ${paths.join(" ")}`)
    .toBeLessThanOrEqual(maxScripts);
  expect.soft(sum(scripts), `bytes of scripts of ${path}`).toBeLessThanOrEqual(scriptBytes);
  expect.soft(sheets.length, `style sheets of ${path}`).toBe(1);
  expect.soft(sum(sheets), `bytes of style sheets of ${path}`).toBeLessThanOrEqual(sheetBytes);
  expect.soft(sum(sheets), `bytes of style sheets of ${path}`).toBeGreaterThan(0);
}
