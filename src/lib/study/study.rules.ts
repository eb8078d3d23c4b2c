/** What people keep while they study the Quran: the kinds of items and their limits. */

export const studyKinds = ["bookmark", "highlight", "note", "collection"] as const;
export type StudyKind = (typeof studyKinds)[number];

/** The colors of highlights. Each color also has its own line pattern. */
export const highlightColors = ["gold", "green", "blue", "rose", "violet"] as const;
export type HighlightColor = (typeof highlightColors)[number];

export const studyLimits = {
  /** The maximum number of a person's items, not counting deleted ones. */
  items: 5_000,
  /** The maximum number of a person's stored rows, including what remains of deleted items. */
  rows: 10_000,
  /** The maximum size of all items together, including copies. See `verseSize`. */
  size: 4_000_000,
  /** In characters. */
  note: 5_000,
  name: 100,
  quote: 2_500,
  /** The maximum number of verses in a collection. */
  verses: 500,
  /** More words than the longest verse contains. */
  words: 200,
  /** The maximum number of changes in one request. */
  changes: 100,
} as const;

/**
 * The size of an item is the number of bytes of its fields as JSON. Each verse of a collection adds
 * this many bytes, because exports contain its text.
 */
export const verseSize = 32;

/** How long the deletion of an item is remembered, for devices that were offline. */
export const tombstoneDays = 365;

/** The bookmark that follows the reader. All devices of a person share it by this ID. */
export const resumeId = "resume";

/** A place in the text: a verse or some of its words, with the text as it was shown. */
export interface Anchor {
  /** The verse's number within the whole Quran. */
  verse: number;
  /** The first and the last word, from 1. Null if the whole verse is meant. */
  fromWord: number | null;
  toWord: number | null;
  /** The ID of an edition in `src/lib/quran/editions.ts`. */
  edition: string;
  quote: string;
}

/** The fields of each kind of item. */
export interface StudyFields {
  bookmark: { verse: number; name: string };
  highlight: { anchor: Anchor; color: HighlightColor };
  note: { anchor: Anchor; text: string };
  collection: { name: string; verses: number[] };
}

export const fieldsOfKind = {
  bookmark: ["verse", "name"],
  highlight: ["anchor", "color"],
  note: ["anchor", "text"],
  collection: ["name", "verses"],
} as const satisfies { [Kind in StudyKind]: readonly (keyof StudyFields[Kind])[] };

/**
 * The field whose versions are both kept if two devices have changed it: the text of a note, and
 * the verses of a collection. For other fields, the later version is kept.
 */
export const mergedFieldOfKind: Partial<Record<StudyKind, "text" | "verses">> = {
  note: "text",
  collection: "verses",
};

/**
 * Whether a note is a copy, which the server keeps of the other text after two devices have changed a note.
 * Our clients choose IDs without periods.
 */
export const isCopiedNote = (id: string): boolean => id.includes(".");

/** Highlights and notes together are limited by the plan. */
export const isAnnotation = (kind: StudyKind): boolean => kind === "highlight" || kind === "note";

/**
 * Why an item wasn't stored: a limit, or words that its verse doesn't have. It stays in the browser,
 * where it can be exported.
 */
export const refusalReasons = ["annotations", "collections", "full", "words"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
