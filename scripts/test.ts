/**
 * `npm test`: lint, types, and unit, island, API and browser tests. `--faults` adds a short form of the
 * fault tests. Everything runs even after a failure. The last line counts the tests: "N passed, N
 * failed". The lines above it list the slowest files, and every test that failed or needed a retry,
 * with its messages: the end of the output is often all that a report keeps.
 *
 * The parts run in three lanes at the same time, because each of them waits for processes, pages and
 * timeouts, and others use the cores in the meantime. Each part prints its output when it ends.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { findTestBrowser } from "./support/browser.ts";
import { makeMemoryFolder } from "./support/memory-folder.ts";
import { ensureBuilt } from "./support/site-build.ts";
import {
  type Counts,
  type Failure,
  readPlaywrightReport,
  readVitestReport,
} from "./support/test-reports.ts";

const { values: asked } = parseArgs({ options: { faults: { type: "boolean" } } });
// Also the folder for temporary files of all processes that are started here.
process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();
const reports = mkdtempSync(join(tmpdir(), "halaqa-reports-"));
// Several parts need the build, and each of them would otherwise build the site itself.
await ensureBuilt().catch((error: unknown) => console.error(`The site can't be built: ${error}`));
const results = await inLanes([
  // The longest lane, so its last tests run when the others have ended.
  [runPlaywright],
  // Tests that only calculate have two workers, because a third would merely slow the other lanes down.
  [() => runVitest("api"), () => runVitest("islands", { workers: 2 })],
  [() => check("lint"), () => check("types"), () => runVitest("unit", { workers: 2 })],
]);
// Killed servers and floods of requests would slow the other tests down until they run out of time.
if (asked.faults) results.push(await runVitest("faults", { env: { FAULTS: "short" } }));
rmSync(reports, { recursive: true });

console.log("\nThe slowest files:");
const files = results.flatMap((result) => result.files);
for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10)) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
console.log();
for (const name of results.flatMap((result) => result.skipped))
  console.log(`Not run here: ${name}`);
list("Passed on retry", (result) => result.secondTries);
list("Failed", (result) => result.failures);
const passed = sum(results.map((result) => result.passed));
const failed = sum(results.map((result) => result.failed));
if (failed > 0) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed} failed`);

function list(title: string, failures: (result: Counts) => Failure[]): void {
  for (const { name, messages } of results.flatMap(failures)) {
    console.log(`${title}: ${name}`);
    for (const message of messages) console.log(message.replaceAll(/^/gm, "    "));
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Runs the lanes in parallel, and the steps of each lane one after another. */
async function inLanes(lanes: (() => Promise<Counts>)[][]): Promise<Counts[]> {
  const walk = async (steps: (() => Promise<Counts>)[]): Promise<Counts[]> => {
    const counts: Counts[] = [];
    for (const step of steps) counts.push(await step());
    return counts;
  };
  return (await Promise.all(lanes.map(walk))).flat();
}

/** @returns whether the program succeeded. */
async function run(
  title: string,
  [program = "", ...parameters]: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const startedAt = Date.now();
  console.log(`\n── ${title} begins`);
  const child = spawn(program, parameters, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const streams = [child.stdout, child.stderr].map((stream) => text(stream));
  const status = await once(child, "close").then(
    ([code]) => code as number | null,
    (error: Error) => {
      console.error(`${program} couldn't be run: ${error.message}`);
      return null;
    },
  );
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  const output = (await Promise.all(streams)).join("").trimEnd();
  console.log(`${output ? `\n── ${title}\n${output}\n` : ""}── ${title} took ${seconds} s`);
  return status === 0;
}

async function check(script: string): Promise<Counts> {
  const ok = await run(script, ["npm", "run", "--silent", script]);
  return ok ? { ...failure(script), passed: 1, failed: 0, failures: [] } : failure(script);
}

function failure(name: string): Counts {
  const failures = [{ name, messages: [] }];
  return { passed: 0, failed: 1, failures, secondTries: [], skipped: [], files: [] };
}

interface VitestRun {
  env?: NodeJS.ProcessEnv;
  /** The number of workers, if it differs from the configured one. */
  workers?: number;
}

async function runVitest(project: string, { env, workers }: VitestRun = {}): Promise<Counts> {
  const file = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Some `api` tests have their own project.
  const limit = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const command = ["vitest", "run", "--project", `${project}*`, ...reporters, ...limit];
  const ok = await run(project, command, env);
  return count(project, ok, () => readVitestReport(file));
}

async function runPlaywright(): Promise<Counts> {
  const browser = findTestBrowser();
  if (!browser) {
    console.error(
      "The browser tests need Chrome or Chromium: install one, or set BROWSER_PATH to its program.",
    );
    return failure("browser");
  }
  const file = join(reports, "browser.json");
  const env = { BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const command = ["playwright", "test", "--reporter=list,json"];
  const ok = await run(`browser (${browser})`, command, env);
  return count("browser", ok, () => readPlaywrightReport(file));
}

/** If a runner fails, that counts as a failure even if its report doesn't contain one. */
function count(name: string, ok: boolean, read: () => Counts): Counts {
  try {
    const counts = read();
    if (ok || counts.failed > 0) return counts;
    return { ...counts, failed: 1, failures: [{ name, messages: [] }] };
  } catch (error) {
    console.error(`The ${name} tests wrote no report: ${error}`);
    return failure(name);
  }
}
