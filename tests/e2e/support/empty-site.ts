/**
 * One site without demo data, for tests that search for their own people and emails or need an
 * empty site. Everything else is as in `demo.ts`.
 */
import { test as demo, expect } from "./demo.ts";

export const test = demo.extend({
  baseURL: ({ emptySite }, use) => use(emptySite.url),
});

export { expect };
