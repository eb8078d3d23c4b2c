/** `npm test -- --faults` runs the fault tests with smaller numbers. */
const isShort = process.env.FAULTS === "short";

/** Returns the number for a short run or for a full one. */
export function pickSize(short: number, whole: number): number {
  return isShort ? short : whole;
}
