/**
 * Creates the HTML of a verse's text or of a part of it. Elements never contain a space, and their
 * text is the text itself, so that copied text is canonical. The text consists only of Arabic
 * letters, signs and spaces, so nothing in it needs escaping.
 */
import { groupOf, type TajweedGroup } from "./rules.ts";
import type { TajweedMark } from "./tajweed.ts";

/** Writes the text from one position to another, in UTF-16 units. */
export type TextWriter = (start?: number, end?: number) => string;

export function createTextWriter(text: string, marks: readonly TajweedMark[]): TextWriter {
  const spans = joinMarks(marks);
  return (from = 0, to = text.length) => {
    let written = from;
    let html = "";
    for (const { start, end, group } of spans) {
      if (start < from || end > to) continue;
      const marked = text.slice(start, end);
      html += `${text.slice(written, start)}<span class="tj-${group}">${marked}</span>`;
      written = end;
    }
    return html + text.slice(written, to);
  };
}

interface Span {
  start: number;
  end: number;
  group: TajweedGroup;
}

/** Adjacent marks with the same appearance become one element. */
function joinMarks(marks: readonly TajweedMark[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end, rule } of marks) {
    const last = spans.at(-1);
    const group = groupOf(rule);
    if (last?.group === group && last.end === start) last.end = end;
    else spans.push({ start, end, group });
  }
  return spans;
}
