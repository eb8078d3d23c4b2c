/** Rules of lessons in the log that islands need without the schemas. */

/**
 * sabaq: a new lesson; sabqi: recent revision; manzil: old revision. These are the standard terms
 * of Quran memorization schools.
 */
export const recitationKinds = ["sabaq", "sabqi", "manzil"] as const;

export type RecitationKind = (typeof recitationKinds)[number];

export const kindNames: Record<RecitationKind, string> = {
  sabaq: "New lesson",
  sabqi: "Recent revision",
  manzil: "Old revision",
};

/** 'no mistakes', '1 mistake' or '3 mistakes'. */
export function describeMistakes(mistakes: number): string {
  if (mistakes === 0) return "no mistakes";
  return mistakes === 1 ? "1 mistake" : `${mistakes} mistakes`;
}

export const recitationLimits = {
  mistakes: 500,
  note: 500,
  /** The maximum number of lessons of one student in one course. */
  lessons: 5_000,
  /** How many days back a lesson can be recorded. */
  days: 366,
} as const;

/** What a student's reader shows beside a memorized verse. */
export const verseStates = ["memorized", "due", "weak"] as const;

/** With this many mistakes for each page that it touches, a lesson's verses count as weak. */
export const weakMistakesPerPage = 3;
