import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readPlaywrightReport, readVitestReport } from "../../../scripts/support/test-reports.ts";

function writeReport(report: object): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe("readVitestReport", () => {
  it("counts and names tests, counts files that cannot be loaded, and reports each file's duration", () => {
    const path = writeReport({
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          status: "failed",
          name: join(process.cwd(), "tests/prices.test.ts"),
          startTime: 1_000,
          endTime: 3_500,
          assertionResults: [
            { status: "passed", fullName: "prices are cents", failureMessages: [] },
            { status: "passed", fullName: "mails come once", failureMessages: ["came twice"] },
            { status: "failed", fullName: "prices are rounded", failureMessages: ["1.005"] },
            { status: "skipped", fullName: "prices as root", failureMessages: [] },
          ],
        },
        {
          status: "failed",
          name: "tests/broken.test.ts",
          startTime: 1_000,
          endTime: 1_000,
          assertionResults: [],
        },
      ],
    });
    expect(readVitestReport(path)).toEqual({
      passed: 2,
      failed: 2,
      failures: ["prices are rounded", "tests/broken.test.ts"],
      secondTries: ["mails come once"],
      skipped: ["prices as root"],
      files: [
        { name: "tests/prices.test.ts", seconds: 2.5 },
        { name: "tests/broken.test.ts", seconds: 0 },
      ],
    });
  });
});

describe("readPlaywrightReport", () => {
  it("names a test that succeeded only on the second attempt, and adds up a file's attempts", () => {
    const path = writeReport({
      stats: { expected: 3, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          title: "story.test.ts",
          specs: [
            {
              title: "a student enrolls",
              tests: [{ status: "expected", results: [{ duration: 400 }] }],
            },
          ],
          suites: [
            {
              title: "on a phone",
              specs: [{ title: "pays", tests: [{ status: "skipped", results: [] }] }],
            },
            {
              title: "late",
              specs: [
                {
                  title: "pays",
                  tests: [{ status: "flaky", results: [{ duration: 300 }, { duration: 200 }] }],
                },
              ],
            },
            {
              title: "twice",
              specs: [
                { title: "pays", tests: [{ status: "unexpected", results: [{ duration: 100 }] }] },
              ],
            },
          ],
        },
      ],
    });
    expect(readPlaywrightReport(path)).toEqual({
      passed: 4,
      failed: 1,
      failures: ["story.test.ts twice pays"],
      secondTries: ["story.test.ts late pays"],
      skipped: ["story.test.ts on a phone pays"],
      files: [{ name: "tests/e2e/story.test.ts", seconds: 1 }],
    });
  });
});
