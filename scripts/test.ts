/**
 * `npm test`: lint, types, unit, API, islands, faults and browser, in this order. Everything runs even
 * after a failure, and the last line counts the tests: 'N passed, N failed'.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { type Counts, readPlaywrightReport, readVitestReport } from "./test-reports.ts";

const reports = mkdtempSync(join(tmpdir(), "halaqa-reports-"));
const results: Counts[] = [
  check("lint"),
  check("types"),
  ...["unit", "api", "islands", "faults"].map(runVitest),
  runPlaywright(),
];
rmSync(reports, { recursive: true });

console.log();
list("Not run here", (result) => result.skipped);
list("Passed when tried again", (result) => result.secondTries);
list("Failed", (result) => result.failures);
const passed = sum(results.map((result) => result.passed));
const failed = sum(results.map((result) => result.failed));
if (failed > 0) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed} failed`);

function list(title: string, names: (result: Counts) => string[]): void {
  for (const name of results.flatMap(names)) console.log(`${title}: ${name}`);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function run(title: string, command: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title}`);
  const [program = "", ...parameters] = command;
  const { status, error } = spawnSync(program, parameters, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (error) console.error(`${program} couldn't be run: ${error.message}`);
  return status === 0;
}

function check(script: string): Counts {
  const ok = run(script, ["npm", "run", "--silent", script]);
  return ok ? { ...failure(script), passed: 1, failed: 0, failures: [] } : failure(script);
}

function failure(name: string): Counts {
  return { passed: 0, failed: 1, failures: [name], secondTries: [], skipped: [] };
}

function runVitest(project: string): Counts {
  const file = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const ok = run(project, ["vitest", "run", "--project", project, ...reporters]);
  return count(project, ok, () => readVitestReport(file));
}

function runPlaywright(): Counts {
  const browser = findBrowser();
  if (!browser) {
    console.error(
      "The browser tests need Chrome or Chromium: install one, or set BROWSER_PATH to its program.",
    );
    return failure("browser");
  }
  const file = join(reports, "browser.json");
  const ok = run(`browser (${browser})`, ["playwright", "test", "--reporter=list,json"], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return count("browser", ok, () => readPlaywrightReport(file));
}

/** A runner that fails counts as a failure, also where its report doesn't say so. */
function count(name: string, ok: boolean, read: () => Counts): Counts {
  try {
    const counts = read();
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1, failures: [name] };
  } catch (error) {
    console.error(`The ${name} tests left no report: ${error}`);
    return failure(name);
  }
}
