/** The table of results for the console and the repository. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

export interface Row {
  what: string;
  goal: string;
  measured: string;
  met: boolean;
}

/** Describes the machine and its load. */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${memory}, Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)} at the end.`;
}

/** The results as Markdown. */
export function formatReport(rows: readonly Row[], date: string): string {
  return [
    `# Measured on ${date}`,
    "",
    `${describeMachine()} Load generator, server and database share the machine; ratios are medians of runs in turns.`,
    "",
    "| what | goal | measured | |",
    "|---|---|---|---|",
    ...rows.map(
      ({ what, goal, measured, met }) =>
        `| ${what} | ${goal} | ${measured} | ${met ? "met" : "**short**"} |`,
    ),
    "",
  ].join("\n");
}

/** Writes `bench/<name>.md` and returns its path. */
export function writeReport(text: string, name: string): string {
  const folder = join(import.meta.dirname, "..", "..", "bench");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.md`);
  writeFileSync(path, text);
  return path;
}
