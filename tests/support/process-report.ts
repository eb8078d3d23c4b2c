/** Tells, whether or not the test passes, what was done to the product and what was found. */
export function report(fault: string, finding: string): void {
  process.stdout.write(`  fault: ${fault}\n  found: ${finding}\n`);
}
