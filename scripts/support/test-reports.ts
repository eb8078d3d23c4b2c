/**
 * Reads the reports of the test runners: which tests passed, failed, needed a retry or were
 * skipped.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

export interface Counts {
  passed: number;
  failed: number;
  /** Full names of the failed tests, if the report contains them. */
  failures: string[];
  /** Full names of the tests that passed only on a retry. */
  secondTries: string[];
  /** Full names of the tests that didn't run. */
  skipped: string[];
  /** The duration of each file's tests. */
  files: FileTime[];
}

export interface FileTime {
  name: string;
  seconds: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    status: "passed" | "failed";
    /** The file's path. */
    name: string;
    /** Milliseconds since the Unix epoch. */
    startTime: number;
    endTime: number;
    /** The failure messages of a passed test are those of its failed attempts. */
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

export function readVitestReport(path: string): Counts {
  const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  // A file that can't be loaded fails without reporting a test.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const names = (test: (result: (typeof tests)[number]) => boolean) =>
    tests.filter(test).map(({ fullName }) => fullName);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [...names(({ status }) => status === "failed"), ...broken.map(({ name }) => name)],
    secondTries: names(
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    ),
    skipped: names(({ status }) => !["passed", "failed"].includes(status)),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1_000,
    })),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

/** A test that passes on a retry counts as passed, but is listed. */
export function readPlaywrightReport(path: string): Counts {
  const { stats, errors, suites } = JSON.parse(readFileSync(path, "utf8")) as PlaywrightReport;
  const names = (status: string) => suites.flatMap((suite) => listTests(suite, status, []));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: names("unexpected"),
    secondTries: names("flaky"),
    skipped: names("skipped"),
    files: suites.map((suite) => ({
      name: `tests/e2e/${suite.title}`,
      seconds: sumDurations(suite) / 1_000,
    })),
  };
}

/** The total in milliseconds, including retries. */
function sumDurations({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + sumDurations(suite), own);
}

function listTests(suite: PlaywrightSuite, wanted: string, above: string[]): string[] {
  const path = [...above, suite.title];
  const own = (suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ title }) => [...path, title].join(" "));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listTests(inner, wanted, path))];
}
