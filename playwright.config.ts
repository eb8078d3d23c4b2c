import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { quickStart } from "./tests/support/quick-start-env.ts";

// The sites that tests start inherit it.
Object.assign(process.env, quickStart);

/** The test script finds or installs a browser and names it here; a plain run looks for one too. */
const installed = [
  process.env.BROWSER_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: false,
  // Each starts a site of its own; most of the time both wait.
  workers: 2,
  // For the same reason as in vitest.config.ts.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: "only-on-failure",
    // A trace films the page; that took a sixth of all time, for pages that pass.
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
