/**
 * One site without demo data that also offers languages whose translations aren't complete.
 * Everything else is as in `demo.ts`.
 */
import { test as demo, expect } from "./demo.ts";

export const test = demo.extend({
  baseURL: ({ translatedSite }, use) => use(translatedSite.url),
});

export { expect };
