import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readPlaywrightReport, readVitestReport } from "../../../scripts/test-reports.ts";

function writeReport(report: object): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe("readVitestReport", () => {
  it("counts tests, names those that were skipped, and counts a file that can't be loaded", () => {
    const path = writeReport({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "prices are cents" },
            { status: "failed", fullName: "prices are rounded" },
            { status: "skipped", fullName: "prices as root" },
          ],
        },
        { status: "failed", assertionResults: [] },
      ],
    });
    expect(readVitestReport(path)).toEqual({ passed: 1, failed: 2, skipped: ["prices as root"] });
  });
});

describe("readPlaywrightReport", () => {
  it("takes a test that succeeded only at the second try for a failure", () => {
    const path = writeReport({
      stats: { expected: 3, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          title: "story.test.ts",
          specs: [{ title: "a student enrols", tests: [{ status: "expected" }] }],
          suites: [
            { title: "on a phone", specs: [{ title: "pays", tests: [{ status: "skipped" }] }] },
          ],
        },
      ],
    });
    expect(readPlaywrightReport(path)).toEqual({
      passed: 3,
      failed: 2,
      skipped: ["story.test.ts on a phone pays"],
    });
  });
});
