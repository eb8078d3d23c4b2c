/** What was done to the product, and what was found. */
import { appendFileSync } from "node:fs";

export interface Finding {
  /** What was done. */
  fault: string;
  /** How often. */
  times: string;
  /** What was found. */
  found: string;
}

/**
 * Prints one line, whether or not other tests pass. FAULT_REPORT names a file that keeps the lines
 * as JSON for the table of the whole run.
 */
export function report(finding: Finding): void {
  const { fault, times, found } = finding;
  process.stdout.write(`  fault: ${fault} | ${times} | ${found}\n`);
  const file = process.env.FAULT_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(finding)}\n`);
}
