/** The lines of a page of the 604-page mushaf. */
import { isOpening, pageCount, pagePassages } from "#lib/quran/mushaf.ts";
import { hasBasmala, passageOfSurah, type Surah, surahs } from "#lib/quran/quran.ts";
import { verseEnd } from "#lib/quran/verse-end.ts";
import { readPassage, type SurahPart } from "./passages.ts";
import { measureLine } from "./quran-font.ts";
import type { QuranContext, QuranVerse } from "./quran-text.ts";

/** The part of a verse that is on one line. */
export interface VersePiece {
  verse: QuranVerse;
  /** Empty if only the verse's number is on this line. */
  text: string;
  /** Whether the verse's number follows on this line. */
  ends: boolean;
}

export type PageLine = { kind: "title" | "basmala"; line: number; surah: Surah } | TextLine;

export interface TextLine {
  kind: "text";
  line: number;
  surah: Surah;
  pieces: VersePiece[];
  /** The space at each side in ems, for lines that are too short to fill the width of the page. */
  inset?: number;
}

export interface MushafPage {
  parts: SurahPart[];
  /** Missing if the operator may not show the word data, which contains the lines. */
  lines?: PageLine[];
  /** The width of the widest line in ems. */
  width?: number;
}

/**
 * Lines whose width is below this share of the widest line are centered. Other lines are justified.
 */
const minShare = 0.6;
/** The same for the last line of a surah, which has no neighbor below. */
const minShareAtEnd = 0.7;
/** The factor by which a centered line may be wider than its letters. */
const maxStretch = 1.15;

/** @returns 15, or 8 on the first two pages. */
export const lineCount = (page: number): number => (isOpening(page) ? 8 : 15);

/** @param page 1 to 604. */
export async function readMushafPage(context: QuranContext, page: number): Promise<MushafPage> {
  const passage = pagePassages[page - 1];
  if (!passage) throw new RangeError(`There is no page ${page}`);
  const parts = await readPassage(context, passage);
  if (parts.some(({ verses }) => verses.some(({ endLine }) => endLine === undefined))) {
    return { parts };
  }
  const text = parts.flatMap(listTextLines);
  const headings = [
    ...parts.filter(({ verses }) => verses[0]?.verse === 1).flatMap(listHeadings),
    ...(await listHeadingsBefore(context, page)),
  ];
  const widths = text.map(measureTextLine);
  const width = Math.max(...widths);
  for (const [index, line] of isOpening(page) ? [] : text.entries()) {
    const inset = findInset(line, widths[index] ?? width, width);
    if (inset) line.inset = inset;
  }
  const lines = [...headings.filter(({ line }) => line >= 1), ...text];
  lines.sort((a, b) => a.line - b.line);
  return { parts, lines, width };
}

/** @returns ems, rounded to halves. */
function findInset({ surah, pieces }: TextLine, width: number, pageWidth: number): number {
  const last = pieces.at(-1);
  const endsSurah = last?.ends && last.verse.verse === surah.verses;
  if (width / pageWidth >= (endsSurah ? minShareAtEnd : minShare)) return 0;
  return Math.floor(pageWidth - width * maxStretch) / 2;
}

function listTextLines({ surah, verses }: SurahPart): TextLine[] {
  const lines = new Map<number, VersePiece[]>();
  for (const verse of verses) {
    for (const [line, words] of Map.groupBy(verse.words, (word) => word.line ?? 0)) {
      const text = words.map((word) => word.text).join(" ");
      addTo(lines, line, { verse, text, ends: verse.endLine === line });
    }
    const { endLine = 0 } = verse;
    const last = lines.get(endLine)?.at(-1);
    if (last?.verse !== verse) addTo(lines, endLine, { verse, text: "", ends: true });
  }
  return [...lines].map(([line, pieces]) => ({ kind: "text", line, surah, pieces }));
}

function addTo(lines: Map<number, VersePiece[]>, line: number, piece: VersePiece): void {
  const pieces = lines.get(line);
  if (pieces) pieces.push(piece);
  else lines.set(line, [piece]);
}

/**
 * The title and the Basmala before a surah's first line. Line 0 is the last line of the previous
 * page.
 */
function listHeadings({ surah, verses }: SurahPart): PageLine[] {
  const first = verses[0]?.words[0]?.line ?? 0;
  if (!hasBasmala(surah)) return [{ kind: "title", line: first - 1, surah }];
  return [
    { kind: "title", line: first - 2, surah },
    { kind: "basmala", line: first - 1, surah },
  ];
}

/** The title of the next page's first surah, if it is on the last line of this page. */
async function listHeadingsBefore(context: QuranContext, page: number): Promise<PageLine[]> {
  const next = page < pageCount ? pagePassages[page] : undefined;
  const surah = surahs.find((each) => each.first === next?.first);
  if (!surah) return [];
  const verses = await readPassage(context, { ...passageOfSurah(surah), last: surah.first });
  return verses
    .flatMap(listHeadings)
    .filter(({ line }) => line < 1)
    .map((heading) => ({ ...heading, line: lineCount(page) }));
}

function measureTextLine({ pieces }: TextLine): number {
  const texts = pieces.map(({ verse, text, ends }) =>
    ends ? `${text} ${verseEnd(verse.verse)}` : text,
  );
  return measureLine(texts.join(" "));
}
