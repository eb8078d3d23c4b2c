/**
 * The texts of the interface in ICU MessageFormat, one file for each noun. English is the source:
 * its keys and arguments are the types of all languages.
 */
import audio from "./en/audio.json" with { type: "json" };
import livePages from "./en/live-pages.json" with { type: "json" };
import plans from "./en/plans.json" with { type: "json" };
import quran from "./en/quran.json" with { type: "json" };
import recitations from "./en/recitations.json" with { type: "json" };
import study from "./en/study.json" with { type: "json" };
import tajweed from "./en/tajweed.json" with { type: "json" };
import words from "./en/words.json" with { type: "json" };
import zoomApp from "./en/zoom-app.json" with { type: "json" };

export const englishMessages = {
  audio,
  livePages,
  plans,
  quran,
  recitations,
  study,
  tajweed,
  words,
  zoomApp,
};

export type Messages = typeof englishMessages;
