/**
 * Reads the reports of the test runners: which tests passed, failed, needed a retry or were
 * skipped.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface Counts {
  passed: number;
  failed: number;
  /** The failed tests, if the report contains them. */
  failures: Failure[];
  /** The tests that passed only on a retry. */
  secondTries: Failure[];
  /** Full names of the tests that didn't run. */
  skipped: string[];
  /** The duration of each file's tests. */
  files: FileTime[];
}

export interface Failure {
  /** The full name of the test. */
  name: string;
  /** The beginning and end of each failed attempt's message, without color codes. */
  messages: string[];
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
    /** Why the file couldn't be loaded. Empty if it could. */
    message: string;
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
  type Result = (typeof tests)[number];
  const failures = (isWanted: (result: Result) => boolean): Failure[] =>
    tests.filter(isWanted).map(({ fullName, failureMessages }) => ({
      name: fullName,
      messages: failureMessages.map(excerpt),
    }));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [
      ...failures(({ status }) => status === "failed"),
      ...broken.map(({ name, message }) => ({ name, messages: [excerpt(message)] })),
    ],
    secondTries: failures(
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    ),
    skipped: tests
      .filter(({ status }) => !["passed", "failed"].includes(status))
      .map(({ fullName }) => fullName),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1_000,
    })),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string; results: PlaywrightAttempt[] }[] }[];
}

interface PlaywrightAttempt {
  duration: number;
  errors: { message?: string }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

/** A test that passes on a retry counts as passed, but is listed. */
export function readPlaywrightReport(path: string): Counts {
  const { stats, errors, suites } = JSON.parse(readFileSync(path, "utf8")) as PlaywrightReport;
  const list = (status: string) => suites.flatMap((suite) => listTests(suite, status, []));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: list("unexpected"),
    secondTries: list("flaky"),
    skipped: list("skipped").map(({ name }) => name),
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

function listTests(suite: PlaywrightSuite, wanted: string, above: string[]): Failure[] {
  const path = [...above, suite.title];
  const own = (suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ title, tests }) => ({
      name: [...path, title].join(" "),
      messages: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message }) => excerpt(message ?? "")),
    }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listTests(inner, wanted, path))];
}

const excerptLines = 24;

/**
 * The first and last lines of a message, without color codes and empty lines. A message can contain
 * the output of a server, whose last lines say why it ended.
 */
function excerpt(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trimEnd().slice(0, 300))
    .filter((line) => line !== "");
  if (lines.length <= excerptLines) return lines.join("\n");
  const half = excerptLines / 2;
  return [...lines.slice(0, half), "…", ...lines.slice(-half)].join("\n");
}
