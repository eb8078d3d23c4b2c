/** Rules and texts of live pages that islands need without the schemas. */

/**
 * What the class sees of the translations. `true`: everyone sees one in their own language; a list:
 * everyone sees these editions; `false`: none.
 */
export type ShownTranslations = boolean | string[];

/** How someone takes part: the course's teacher, a student who may lead, or any other student. */
export const livePageRoles = ["host", "cohost", "participant"] as const;
export type LivePageRole = (typeof livePageRoles)[number];

export const livePageLimits = {
  cohosts: 10,
  /** More words than the longest verse has. */
  words: 200,
} as const;

/** The page of the site where a class reads together. */
export const livePagePath = (classId: string): string =>
  `/classes/${encodeURIComponent(classId)}/quran`;

/** The label of links to it. */
export const livePageLabel = "Quran page";

/** How long a word stays marked after the lead has pointed at it, in milliseconds. */
export const pointerMs = 5_000;

/** The shortest time between two pointers that a class receives, in milliseconds. */
export const minPointerGapMs = 250;

/** How often the server sends `beat`, in milliseconds. */
export const beatMs = 15_000;

/** After this time without a sign of life, in milliseconds, a person is away. */
export const awayMs = 30_000;

/** The page with what a class has read. */
export const recapPath = (classId: string): string => `/classes/${classId}/recap`;
