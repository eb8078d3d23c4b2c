/**
 * Markdown parsers take superlinear time for hostile text, such as nested lists and quotations or
 * nested emphasis. These limits are checked in one pass before parsing. Ordinary descriptions stay
 * far below all of them.
 */

/** More characters than any form accepts. */
const maxLength = 10_000;
/** The maximum nesting of lists and quotations. */
const maxDepth = 6;
/** Asterisks and underscores that can open or close emphasis. */
const maxEmphasisMarks = 240;
/** Brackets that can open or close a link. */
const maxBrackets = 240;
/** Lines that begin a list item, a quotation or a heading. */
const maxMarkedLines = 300;
const maxLines = 500;

/**
 * A line of dashes, asterisks or underscores is a thematic break, regardless of their number. No
 * two adjacent parts of the pattern may match the same text, because long whitespace would cause
 * backtracking.
 */
const rule = /^(?:[-\t ]*|[*\t ]*|[_\t ]*)$/u;
/** One marker of a list item or quotation. Sticky, so that it is matched only at `lastIndex`. */
const opener = /(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/uy;

/** Whether the line is a thematic break or blank. */
export const isRule = (line: string): boolean => rule.test(line);

/** Whether the text can be parsed as Markdown quickly and without deep nesting. */
export function isCheapMarkdown(text: string): boolean {
  if (text.length > maxLength) return false;
  let depth = 0;
  let emphasisMarks = 0;
  let brackets = 0;
  let markedLines = 0;
  const lines = text.split(/\r\n?|\n/u);
  if (lines.length > maxLines) return false;
  for (const line of lines) {
    if (isRule(line)) continue;
    const { columns, opened, rest } = readPrefix(line);
    // Indentation continues blocks that earlier lines opened, but opens none itself.
    depth = Math.max(depth, Math.min(depth, columns >> 1) + opened);
    if (opened > 0 || line[rest] === "#") markedLines += 1;
    for (let at = rest; at < line.length; at += 1) {
      const sign = line[at];
      if (sign === "*" || sign === "_") emphasisMarks += 1;
      else if (sign === "[" || sign === "]") brackets += 1;
    }
  }
  return (
    depth <= maxDepth &&
    emphasisMarks <= maxEmphasisMarks &&
    brackets <= maxBrackets &&
    markedLines <= maxMarkedLines
  );
}

/**
 * Reads the whitespace and markers at the start of a line. `rest` is the index of the text after
 * them.
 */
function readPrefix(line: string): { columns: number; opened: number; rest: number } {
  let columns = 0;
  let opened = 0;
  let at = 0;
  for (;;) {
    const sign = line[at];
    if (sign === " " || sign === "\t") {
      columns += sign === "\t" ? 4 : 1;
      at += 1;
      continue;
    }
    opener.lastIndex = at;
    if (!opener.test(line)) return { columns, opened, rest: at };
    opened += 1;
    at = opener.lastIndex;
  }
}
