/** Divides the lines of a page into titles and the text between them. */
import type { Surah } from "#lib/quran/quran.ts";
import type { PageLine } from "#server/quran/page-lines.ts";
import type { QuranVerse } from "#server/quran/quran-text.ts";

export interface PlacedPiece {
  /** Empty if only the verse's number is on the line. */
  text: string;
  /** Whether another line of the same block follows. */
  breaks: boolean;
  /** The space in ems before the line that this piece starts. */
  insetBefore?: number;
  /** The space in ems after the line that this piece ends. */
  insetAfter?: number;
}

export type PageBlock =
  | { kind: "title"; surah: Surah }
  | { kind: "basmala"; surah: Surah }
  | { kind: "text"; surah: Surah; verses: { verse: QuranVerse; pieces: PlacedPiece[] }[] };

export function divideLines(lines: readonly PageLine[]): PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "text") {
      blocks.push({ kind: line.kind, surah: line.surah });
      continue;
    }
    let block = blocks.at(-1);
    if (block?.kind !== "text") {
      block = { kind: "text", surah: line.surah, verses: [] };
      blocks.push(block);
    }
    const continues = lines[index + 1]?.kind === "text";
    const { pieces, inset } = line;
    for (const piece of pieces) {
      const isLast = piece === pieces.at(-1);
      const placed: PlacedPiece = { text: piece.text, breaks: continues && isLast };
      if (inset && piece === pieces[0]) placed.insetBefore = inset;
      if (inset && isLast) placed.insetAfter = inset;
      const known = block.verses.at(-1);
      if (known?.verse === piece.verse) known.pieces.push(placed);
      else block.verses.push({ verse: piece.verse, pieces: [placed] });
    }
  }
  return blocks;
}
