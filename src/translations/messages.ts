/**
 * The texts of the interface in ICU MessageFormat, one file for each noun. English is the source:
 * its keys and arguments are the types of all languages.
 */
import quran from "./en/quran.json" with { type: "json" };

export const englishMessages = { quran };

export type Messages = typeof englishMessages;
