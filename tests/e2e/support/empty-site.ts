/**
 * One site without demo data, for tests that search for their own people and emails or need an
 * empty site. Everything else is as in `demo.ts`.
 */
import { test as demo, expect } from "./demo.ts";
import { startSite } from "./site.ts";

export const test = demo.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this parameter
    async ({}, use) => {
      const site = await startSite({ RATE_LIMIT_FACTOR: "100" });
      await use(site);
      expect(await site.stop()).toBe(0);
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export { expect };
