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
          message: "",
          assertionResults: [
            { status: "passed", fullName: "prices are cents", failureMessages: [] },
            {
              status: "passed",
              fullName: "mails come once",
              failureMessages: ["\u001b[31mcame twice\u001b[39m\n\n  at mails.ts"],
            },
            { status: "failed", fullName: "prices are rounded", failureMessages: ["1.005"] },
            { status: "skipped", fullName: "prices as root", failureMessages: [] },
          ],
        },
        {
          status: "failed",
          name: "tests/broken.test.ts",
          startTime: 1_000,
          endTime: 1_000,
          message: "Unexpected token",
          assertionResults: [],
        },
      ],
    });
    expect(readVitestReport(path)).toEqual({
      passed: 2,
      failed: 2,
      failures: [
        { name: "prices are rounded", messages: ["1.005"] },
        { name: "tests/broken.test.ts", messages: ["Unexpected token"] },
      ],
      secondTries: [{ name: "mails come once", messages: ["came twice\n  at mails.ts"] }],
      skipped: ["prices as root"],
      files: [
        { name: "tests/prices.test.ts", seconds: 2.5 },
        { name: "tests/broken.test.ts", seconds: 0 },
      ],
    });
  });
});

it("a long message keeps its beginning and its end", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  const path = writeReport({
    numPassedTests: 0,
    numFailedTests: 1,
    testResults: [
      {
        status: "failed",
        name: "tests/start.test.ts",
        startTime: 0,
        endTime: 0,
        message: "",
        assertionResults: [
          { status: "failed", fullName: "it starts", failureMessages: [lines.join("\n")] },
        ],
      },
    ],
  });
  const [message] = readVitestReport(path).failures[0]?.messages ?? [];
  expect(message?.split("\n")).toEqual([...lines.slice(0, 12), "…", ...lines.slice(-12)]);
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
              tests: [{ status: "expected", results: [{ duration: 400, errors: [] }] }],
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
                  tests: [
                    {
                      status: "flaky",
                      results: [
                        { duration: 300, errors: [{ message: "too\nlate" }] },
                        { duration: 200, errors: [] },
                      ],
                    },
                  ],
                },
              ],
            },
            {
              title: "twice",
              specs: [
                {
                  title: "pays",
                  tests: [
                    {
                      status: "unexpected",
                      results: [{ duration: 100, errors: [{ message: "paid once" }] }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(readPlaywrightReport(path)).toEqual({
      passed: 4,
      failed: 1,
      failures: [{ name: "story.test.ts twice pays", messages: ["paid once"] }],
      secondTries: [{ name: "story.test.ts late pays", messages: ["too\nlate"] }],
      skipped: ["story.test.ts on a phone pays"],
      files: [{ name: "tests/e2e/story.test.ts", seconds: 1 }],
    });
  });
});
