/** Breaks a text into lines, in the largest size at which all of it fits. */

import type { Weight } from "./fonts.ts";
import { isRightToLeft, measureLine, type ShapedLine, shapeLine } from "./shape-text.ts";

export interface Box {
  /** Pixels. */
  width: number;
  /** How many lines fit at each size, largest size first. */
  sizes: readonly { size: number; lines: number }[];
  weight: Weight;
  /** Default: the direction of the text's first letter. */
  direction?: "ltr" | "rtl";
}

export interface FittedText {
  size: number;
  rightToLeft: boolean;
  lines: ShapedLine[];
  /** Whether nothing had to be cut off. */
  isWhole: boolean;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Text that doesn't fit at any size is truncated with an ellipsis. */
export function fitText(text: string, { width, sizes, weight, direction }: Box): FittedText {
  // Normal forms would reorder the marks of the Quran's text.
  const normal = weight === "quran" ? text : text.normalize("NFC");
  const words = normal.split(/\s+/u).filter(Boolean);
  const rightToLeft = direction ? direction === "rtl" : isRightToLeft(text);
  const base = rightToLeft ? "rtl" : "ltr";
  let fitted: FittedText = { size: sizes[0]?.size ?? 0, rightToLeft, lines: [], isWhole: true };
  const ems = new Map<string, number>();
  const measureEms = (part: string): number => {
    const known = ems.get(part) ?? measureLine(part, base, weight);
    ems.set(part, known);
    return known;
  };
  for (const { size, lines: most } of sizes) {
    const measure = (line: string) =>
      (weight === "quran" ? measureWords(line, measureEms) : measureEms(line)) * size;
    const lines = breakLines(words, width, measure);
    const cut = lines.length > most;
    const shown = cut ? shorten(lines, most, width, measure) : lines;
    // Truncated text is only drawn at the last size.
    if (cut && size !== sizes.at(-1)?.size) continue;
    const draw = (line: string) => shapeLine(line, base, { size, weight });
    fitted = { size, rightToLeft, lines: shown.map(draw), isWhole: !cut };
    break;
  }
  return fitted;
}

type Measure = (line: string) => number;

/**
 * Arabic letters join only within words, so each word of a verse is shaped once instead of once for
 * every line that it might end.
 */
function measureWords(line: string, measure: Measure): number {
  const words = line.split(" ");
  return words.reduce((sum, word) => sum + measure(word), (words.length - 1) * measure(" "));
}

function breakLines(words: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.flatMap((long) => breakWord(long, width, measure))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || measure(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Breaks a word that is wider than a line between graphemes. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const { segment } of graphemes.segment(word)) {
    if (part !== "" && measure(part + segment) > width) {
      parts.push(part);
      part = "";
    }
    part += segment;
  }
  return [...parts, part];
}

function shorten(lines: readonly string[], most: number, width: number, measure: Measure) {
  const shown = lines.slice(0, most);
  const letters = [...graphemes.segment(shown.at(-1) ?? "")].map(({ segment }) => segment);
  while (letters.length > 0 && measure(`${letters.join("").trimEnd()}…`) > width) letters.pop();
  return [...shown.slice(0, -1), `${letters.join("").trimEnd()}…`];
}
