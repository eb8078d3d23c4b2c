import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { quickStart } from "./tests/support/setup/quick-start-env.ts";

// The sites that tests start inherit these variables. As in API tests, their password hashes are cheap.
const cheapHashes = new URL("tests/support/setup/replace-argon2.ts", import.meta.url);
Object.assign(process.env, quickStart, {
  NODE_OPTIONS: `${quickStart.NODE_OPTIONS} --import=${cheapHashes}`,
});

/** `npm test` sets BROWSER_PATH. When Playwright runs alone, an installed browser is used. */
const installed = [
  process.env.BROWSER_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/demo-data.ts",
  // Files run in the order of their paths. The longest are in `all-pages`, which comes early, so that
  // no worker starts one at the end, while the others have nothing left to do.
  fullyParallel: false,
  // Each worker has a browser with several processes and starts up to three sites, and each of them
  // takes 2 % of a core while it does nothing. With three workers beside the other lanes, pages got so
  // little processor time that tests ran out of time.
  workers: 2,
  // For the reason given in vitest.config.ts.
  retries: 1,
  // These limits only end tests that hang. On a busy machine, pages take several times as long.
  timeout: 420_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A 24-hour clock, as in the server's tests. Tests with other clocks set their own.
    locale: "en-GB",
    screenshot: "only-on-failure",
    // Recording a trace takes a sixth of the total time, so passing tests have none.
    trace: "on-first-retry",
    launchOptions: {
      ...(installed ? { executablePath: installed } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
      ],
    },
  },
});
