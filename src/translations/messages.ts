/**
 * The texts of the interface in ICU MessageFormat, one file for each noun. English is the source:
 * its keys and arguments are the types of all languages. Those of live classes are in
 * `class-texts.ts`, because most pages don't load them.
 */
import audio from "./en/audio.json" with { type: "json" };
import plans from "./en/plans.json" with { type: "json" };
import quran from "./en/quran.json" with { type: "json" };
import recitations from "./en/recitations.json" with { type: "json" };
import study from "./en/study.json" with { type: "json" };
import tajweed from "./en/tajweed.json" with { type: "json" };
import words from "./en/words.json" with { type: "json" };

export const englishMessages = {
  audio,
  plans,
  quran,
  recitations,
  study,
  tajweed,
  words,
};

export type Messages = typeof englishMessages;
