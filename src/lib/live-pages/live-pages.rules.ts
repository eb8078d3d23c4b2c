/** Rules and texts of live pages that islands need without the schemas. */
import { getTexts } from "#translations/rooms.ts";

const t = getTexts("rooms");

/**
 * The translations that the class sees. `true`: everyone sees one in their own language; a list:
 * everyone sees these editions; `false`: none.
 */
export type ShownTranslations = boolean | string[];

/** A person's role: the course's teacher, a student who may lead, or any other student. */
export const livePageRoles = ["host", "cohost", "participant"] as const;
export type LivePageRole = (typeof livePageRoles)[number];

export const livePageLimits = {
  cohosts: 10,
  /** More words than the longest verse contains. */
  words: 200,
} as const;

/** The page of the site on which a class reads together. */
export const livePagePath = (classId: string): string =>
  `/classes/${encodeURIComponent(classId)}/quran`;

/** The label of links to that page. */
export const getLivePageLabel = (): string => t("quranPage");

/** How long a word stays highlighted after the lead has pointed at it, in milliseconds. */
export const pointerMs = 5_000;

/** The minimum time between two pointers that a class receives, in milliseconds. */
export const minPointerGapMs = 250;

/** How often the server sends `beat`, in milliseconds. */
export const beatMs = 15_000;

/** A person who hasn't sent anything for this time, in milliseconds, counts as away. */
export const awayMs = 30_000;

/** The page that shows what a class has read. */
export const recapPath = (classId: string): string => `/classes/${classId}/recap`;
