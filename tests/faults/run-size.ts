/** How much a run does: `npm test` asks for less of the same. */
const isShort = process.env.FAULTS === "short";

/** The number of a short run or of a whole one. */
export function pickSize(short: number, whole: number): number {
  return isShort ? short : whole;
}
