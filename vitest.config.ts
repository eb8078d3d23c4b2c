import { defineConfig } from "vitest/config";
import { quickStart } from "./tests/support/quick-start-env.ts";

// Where real processes, sockets and clocks meet, a busy machine can come between: such a test is tried
// once more, and `npm test` names it.
const retry = 1;
const setupFiles = ["tests/support/fail-on-console.ts"];
// Loading the server takes a second, so a worker loads it once for all its files: they share no more
// than code. A file that puts something in the place of a module has a worker for itself.
const withModuleMocks = ["tests/api/accounts/account-enumeration.test.ts"];
const onDatabase = {
  setupFiles,
  globalSetup: ["tests/support/database-server.ts"],
  hookTimeout: 30_000,
  // On a busy machine a process takes long to start.
  testTimeout: 60_000,
  retry,
};

export default defineConfig({
  test: {
    // Zones in the tests are named; those that forget one should fail for everybody alike.
    env: { TZ: "UTC", ...quickStart },
    // A condition that comes at all comes in time, however busy the machine is.
    expect: { poll: { timeout: 15_000 } },
    // Most of the time tests wait for processes and time-outs, so more of them than cores do well.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          setupFiles,
          // Some talk to the stand-ins over real sockets, and a busy machine lets them wait.
          testTimeout: 30_000,
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
          include: ["tests/islands/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          include: ["tests/cluster/**/*.test.ts"],
          setupFiles,
          globalSetup: ["tests/support/cluster-services.ts"],
          hookTimeout: 180_000,
          testTimeout: 120_000,
          retry,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          setupFiles,
          globalSetup: ["tests/support/process-build.ts"],
          // What is killed has to settle by itself, and reconciling comes round once a minute.
          hookTimeout: 120_000,
          testTimeout: 600_000,
          retry,
        },
      },
    ],
  },
});
