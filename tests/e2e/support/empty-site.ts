/**
 * One started site without the demo, for tests whose people and emails would be lost among the demo's,
 * or that look at a market on its first day. Everything else is as in `demo.ts`.
 */
import { test as demo, expect } from "./demo.ts";
import { startSite } from "./site.ts";

export const test = demo.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
    async ({}, use) => {
      const site = await startSite({ RATE_LIMIT_FACTOR: "100" });
      await use(site);
      expect(await site.stop()).toBe(0);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect };
