/**
 * `npm run test:faults`: tests the built server and the sandbox with all faults at full scale, and
 * prints the table of results. `--write` writes the table to `bench/` if nothing failed. Further
 * arguments are passed to Vitest.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMachine, writeReport } from "./bench/report.ts";

/** A row of the table, as written by `tests/support/processes/report.ts`. */
interface Finding {
  fault: string;
  times: string;
  found: string;
}

const isKept = process.argv.includes("--write");
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== "--write");
const folder = mkdtempSync(join(tmpdir(), "halaqa-faults-"));
const file = join(folder, "findings.jsonl");
const startedAt = Date.now();
const { status, error } = spawnSync("vitest", ["run", "--project", "faults", ...vitestArguments], {
  stdio: "inherit",
  env: { ...process.env, FAULT_REPORT: file },
});
if (error) console.error(`Vitest couldn't be run: ${error.message}`);
process.exitCode = status ?? 1;
const table = formatFindings(readFindings());
console.log(`\n${table}`);
if (isKept && status === 0) {
  const name = `faults-${new Date().toISOString().slice(0, 10)}`;
  console.log(`Written to ${writeReport(table, name)}`);
}
rmSync(folder, { recursive: true });

function readFindings(): Finding[] {
  try {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Finding);
  } catch (cause) {
    throw new Error("The fault tests reported no results.", { cause });
  }
}

function formatFindings(findings: readonly Finding[]): string {
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const rows = findings
    .toSorted((a, b) => a.fault.localeCompare(b.fault))
    .map(({ fault, times, found }) => `| ${fault} | ${times} | ${found} |`);
  return [
    `# Faults, ${new Date().toISOString().slice(0, 10)}`,
    "",
    `${describeMachine()} ${rows.length} kinds of fault in ${minutes} minutes, at the built server, with the sandbox as providers.`,
    "",
    "| fault | times | result |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
