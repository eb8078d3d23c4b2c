/** Reports which fault was caused and what was observed. */
import { appendFileSync } from "node:fs";

export interface Finding {
  /** The fault that was caused. */
  fault: string;
  /** How often it was caused. */
  times: string;
  /** What was observed. */
  found: string;
}

/**
 * Prints one line, whether or not other tests pass. If FAULT_REPORT names a file, the line is also
 * appended to it as JSON, for the table of the whole run.
 */
export function report(finding: Finding): void {
  const { fault, times, found } = finding;
  process.stdout.write(`  fault: ${fault} | ${times} | ${found}\n`);
  const file = process.env.FAULT_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(finding)}\n`);
}
