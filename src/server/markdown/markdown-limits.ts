/**
 * What Markdown parsers do with hostile text takes time that grows faster than the text: nested
 * lists and quotations, emphasis inside emphasis. These limits are checked in one pass before
 * parsing. Ordinary descriptions stay far below each of them.
 */

/** More characters than any form accepts. */
const maxLength = 10_000;
/** Lists and quotations inside each other, as far as one line can open them. */
const maxDepth = 6;
/** Asterisks and underscores that may open or close emphasis. */
const maxEmphasisMarks = 240;
/** Brackets that may open or close a link. */
const maxBrackets = 240;
/** Lines that begin a list item, a quotation or a heading. */
const maxMarkedLines = 300;
const maxLines = 500;

/**
 * A line of dashes, asterisks or underscores is a rule, however many there are. No part of the
 * pattern may match what the one before it does: long white space would be tried at each cut.
 */
const rule = /^(?:[-\t ]*|[*\t ]*|[_\t ]*)$/u;
/** One mark that opens a list item or a quotation; sticky, so that it is tried at one place only. */
const opener = /(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/uy;

/** Whether the line is a rule, or blank. */
export const isRule = (line: string): boolean => rule.test(line);

/** Whether parsing the text as Markdown is certain to be quick and shallow. */
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
    // Indentation keeps open what earlier lines have opened, and opens nothing by itself.
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

/** The white space and the marks at the start of a line. `rest` is where its text begins. */
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
