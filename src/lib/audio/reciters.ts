/**
 * The reciters whose recordings the audio host has. The operator describes them in a manifest, and
 * docs/audio.md explains its format.
 */

import * as z from "zod/mini";
import { getTexts } from "#translations/audio.ts";

const t = getTexts("audio");

const text = z.string().check(z.trim(), z.minLength(1));

/**
 * The names that a pattern may contain in braces. `number` counts all verses of the Quran from 1 to
 * 6236.
 */
const placeholders = ["surah", "surah3", "verse", "verse3", "number"];

/** The placeholders in a pattern. */
const namesIn = (pattern: string): string[] =>
  [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/** A path below the audio host's origin. */
const filePattern = text.check(
  z.refine(
    (pattern) => /^(?!\.{0,2}\/)[\w{}./~-]+$/.test(pattern) && !/(^|\/)\.\.?(\/|$)/.test(pattern),
    "must be a path below AUDIO_BASE_URL, without a slash at the beginning",
  ),
  z.refine(
    (pattern) => namesIn(pattern).every((name) => placeholders.includes(name)),
    `may contain only ${placeholders.map((name) => `{${name}}`).join(", ")}`,
  ),
);

const hasSurah = (names: string[]): boolean => names.includes("surah") || names.includes("surah3");
const hasVerse = (names: string[]): boolean => names.includes("verse") || names.includes("verse3");

const versePattern = filePattern.check(
  z.refine((pattern) => {
    const names = namesIn(pattern);
    return names.includes("number") || (hasSurah(names) && hasVerse(names));
  }, "must contain {number}, or the surah and the verse, as in {surah3}{verse3}"),
);

const surahPattern = filePattern.check(
  z.refine((pattern) => {
    const names = namesIn(pattern);
    return hasSurah(names) && !hasVerse(names) && !names.includes("number");
  }, "must contain {surah} or {surah3} and nothing else in braces, because a file is for a surah"),
);

const reciterSchema = z.strictObject({
  /** This must never change, because browsers use it to remember the chosen reciter. */
  id: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, "must consist of a–z, 0–9 and hyphens")),
  name: text,
  /** The file of a verse, as a path below the audio host. */
  pattern: versePattern,
  /** The file with the times of a surah's words. Without it, whole verses are highlighted. */
  timings: z.optional(surahPattern),
  /** Who made the recordings and the timings. */
  credit: text,
  /** The terms under which the site may offer them. */
  terms: text,
  /** Whether these are tones for trying the player rather than a recitation. */
  practice: z._default(z.boolean(), false),
});
export type Reciter = z.output<typeof reciterSchema>;

export const manifestSchema = z.strictObject({
  /** The first one is used until a person chooses another. */
  reciters: z.array(reciterSchema).check(
    z.minLength(1, "must list at least one reciter"),
    z.refine(
      (reciters) => new Set(reciters.map(({ id }) => id)).size === reciters.length,
      "must have different IDs",
    ),
  ),
});

/** The tones of the sandbox, one for each word, which demos play instead of a recitation. */
export const practiceTones: Reciter = {
  id: "practice-tones",
  get name() {
    return t("server.practice.name");
  },
  pattern: "recitations/practice-tones/{surah3}{verse3}.wav",
  timings: "recitations/practice-tones/timings/{surah3}.json",
  get credit() {
    return t("server.practice.credit");
  },
  get terms() {
    return t("server.practice.terms");
  },
  practice: true,
};
