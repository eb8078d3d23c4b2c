/** Matches the words of a verse's text with the glosses and lines of the word data. */

/** A word of the word data, or the verse's number at its end. */
export interface SourceWord {
  line_number: number;
  translation: { text: string };
  transliteration: { text: string | null };
}

export interface AlignedWord {
  text: string;
  transliteration: string;
  gloss: string;
  /** The line of the page, from 1. */
  line: number;
}

/**
 * The places where the two sources divide words differently, by verse: the position of the word,
 * and the number of words that it comprises in the text and in the word data. The coarser division
 * is used.
 */
const differences: Record<string, { position: number; texts: number; words: number }[]> = {
  "2:181": [{ position: 3, texts: 2, words: 1 }],
  "8:6": [{ position: 4, texts: 2, words: 1 }],
  "13:37": [{ position: 8, texts: 2, words: 1 }],
  "15:7": [{ position: 1, texts: 1, words: 2 }],
  "27:20": [{ position: 4, texts: 1, words: 2 }],
  "36:22": [{ position: 1, texts: 1, words: 2 }],
  "37:130": [{ position: 3, texts: 2, words: 1 }],
  "37:164": [{ position: 1, texts: 1, words: 2 }],
  "41:47": [{ position: 25, texts: 1, words: 2 }],
};

/**
 * @param source the verse's words followed by its number.
 * @throws Error if the sources have different numbers of words.
 */
export function alignWords(
  key: string,
  verse: string,
  source: readonly SourceWord[],
): { words: AlignedWord[]; endLine: number } {
  const texts = verse.split(" ");
  const data = source.slice(0, -1);
  const end = source.at(-1);
  const words: AlignedWord[] = [];
  while (texts.length > 0) {
    const position = words.length + 1;
    const difference = differences[key]?.find((entry) => entry.position === position);
    const { texts: textCount = 1, words: wordCount = 1 } = difference ?? {};
    const parts = data.splice(0, wordCount);
    const [first] = parts;
    if (!first) break;
    words.push({
      text: texts.splice(0, textCount).join(" "),
      transliteration: parts.map((part) => part.transliteration.text?.trim() ?? "").join(" "),
      // Parts of one word may all have the gloss of the whole word.
      gloss: [...new Set(parts.map(({ translation }) => translation.text.trim()))].join(" "),
      line: first.line_number,
    });
  }
  if (!end || texts.length + data.length > 0) {
    throw new Error(`The sources of the Quran's words disagree about verse ${key}`);
  }
  return { words, endLine: end.line_number };
}
