/** Rules of lessons in the log that islands need without the schemas. */
import { getTexts } from "#translations/recitations.ts";

const t = getTexts("recitations");

/** The parameter of the teacher's page of lessons that chooses a student. */
export const studentParameter = "student";

/**
 * sabaq: a new lesson; sabqi: recent revision; manzil: old revision. These are the standard terms
 * of Quran memorization schools.
 */
export const recitationKinds = ["sabaq", "sabqi", "manzil"] as const;

export type RecitationKind = (typeof recitationKinds)[number];

export const kindNames: Readonly<Record<RecitationKind, string>> = {
  get sabaq() {
    return t("kind.sabaq");
  },
  get sabqi() {
    return t("kind.sabqi");
  },
  get manzil() {
    return t("kind.manzil");
  },
};

/** 'no mistakes', '1 mistake' or '3 mistakes'. */
export const describeMistakes = (mistakes: number): string => t("noMistakes", { count: mistakes });

export const recitationLimits = {
  mistakes: 500,
  note: 500,
  /** The maximum number of lessons of one student in one course. */
  lessons: 5_000,
  /** How many days back a lesson can be recorded. */
  days: 366,
} as const;

/** How a student's reader marks a memorized verse. */
export const verseStates = ["memorized", "due", "weak"] as const;

/** If a lesson has this many mistakes per page that it touches, its verses count as weak. */
export const weakMistakesPerPage = 3;
