/** How far parts of a page have moved since it was opened. */
import type { Page } from "@playwright/test";

declare global {
  interface Window {
    movements: number[];
  }
}

/** A script that records movements from the start, for `addInitScript`. */
export const watchMovements = () => {
  window.movements = [];
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
    window.movements.push(...entries.map(({ value }) => value));
  }).observe({ type: "layout-shift", buffered: true });
};

/** Waits until the browser has drawn the page in its current state, and has reported what moved. */
export const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const afterFrames = (frames: number): unknown =>
          frames === 0 ? setTimeout(resolve) : requestAnimationFrame(() => afterFrames(frames - 1));
        afterFrames(3);
      }),
  );

/** Lists how far parts of the page have moved since it was opened. */
export async function listMovements(page: Page): Promise<number[]> {
  await drawn(page);
  return page.evaluate(() => window.movements);
}
