import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/setup/longest-first.ts";
import { quickStart } from "./tests/support/setup/quick-start-env.ts";

// Tests with real processes, sockets and clocks can fail on a busy machine. They are retried once, and
// `npm test` lists them.
const retry = 1;
const setupFiles = ["tests/support/setup/fail-on-console.ts"];
// Loading the server takes a second, so a worker loads it once for all its test files, which share
// only code. A file that mocks a module needs a worker of its own.
const withModuleMocks = ["tests/api/accounts/account-enumeration.test.ts"];
// Node.js loads TypeScript itself. Transforming the server with Vite took a third of the time of a few
// test files. Tests that mock modules or render components need Vite.
const native = { viteModuleRunner: false, nodeLoader: false };
const cheapHashes = new URL("tests/support/setup/replace-argon2.ts", import.meta.url).href;
const onDatabase = {
  setupFiles,
  globalSetup: ["tests/support/setup/quran-data.ts", "tests/support/setup/database-server.ts"],
  // These limits only end tests that hang. Processes start slowly on a slow or busy machine.
  hookTimeout: 300_000,
  testTimeout: 180_000,
  retry,
};

// Workers inherit these variables, and so do the processes that tests start.
Object.assign(process.env, quickStart);

export default defineConfig({
  test: {
    // Tests specify their time zones. One that forgets to should fail on every machine.
    env: { TZ: "UTC" },
    // A list that isn't empty is named in the message, which is often all that a report keeps.
    chaiConfig: { truncateThreshold: 2_000 },
    // Long enough for every condition to be met, even on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Tests mostly wait for processes and timeouts, so more workers than cores save time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          experimental: native,
          // Loading modules again for each file takes two fifths of the time.
          isolate: false,
          globalSetup: ["tests/support/setup/quran-data.ts"],
          setupFiles,
          // Some start the sandbox or read the whole Quran, which is slow on a busy machine.
          hookTimeout: 180_000,
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          ...onDatabase,
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          exclude: withModuleMocks,
          isolate: false,
          experimental: native,
          execArgv: [`--import=${cheapHashes}`],
        },
      },
      {
        extends: true,
        test: { ...onDatabase, name: "api-apart", include: withModuleMocks },
      },
      {
        extends: true,
        test: {
          name: "islands",
          globalSetup: ["tests/support/setup/quran-data.ts"],
          include: ["tests/islands/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          // Creating documents and loading packages again took more than half of the time.
          isolate: false,
          setupFiles: ["tests/islands/support/shared-document.ts", ...setupFiles],
          hookTimeout: 180_000,
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          include: ["tests/cluster/**/*.test.ts"],
          setupFiles,
          globalSetup: ["tests/support/setup/cluster-services.ts"],
          // On a busy machine, starting and replacing servers takes minutes.
          hookTimeout: 300_000,
          testTimeout: 400_000,
          retry,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          experimental: native,
          include: ["tests/faults/**/*.test.ts"],
          // As for the API tests.
          isolate: false,
          setupFiles,
          globalSetup: ["tests/support/setup/process-build.ts"],
          // After a kill, the tests wait for recovery, including the periodic reconciliation.
          hookTimeout: 600_000,
          testTimeout: 600_000,
          retry,
        },
      },
    ],
  },
});
