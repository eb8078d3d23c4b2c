/** Reads the reports of the test runners: how many passed and failed, and what was skipped. */
import { readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
  /** Full names of tests that did not run. */
  skipped: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    status: "passed" | "failed";
    assertionResults: { status: string; fullName: string }[];
  }[];
}

export function readVitestReport(path: string): Counts {
  const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  // A file that can't be loaded fails without a single test.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: tests
      .filter(({ status }) => !["passed", "failed"].includes(status))
      .map(({ fullName }) => fullName),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

/** A test that succeeds only when tried again counts as failed. */
export function readPlaywrightReport(path: string): Counts {
  const { stats, errors, suites } = JSON.parse(readFileSync(path, "utf8")) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: suites.flatMap((suite) => listSkipped(suite, [])),
  };
}

function listSkipped(suite: PlaywrightSuite, above: string[]): string[] {
  const path = [...above, suite.title];
  const own = (suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === "skipped"))
    .map(({ title }) => [...path, title].join(" "));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listSkipped(inner, path))];
}
