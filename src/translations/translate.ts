/**
 * Reads texts from the catalogs of all nouns, for pages, API errors and emails. Islands read them
 * from the file of their noun, such as `study.ts`.
 */
import { englishMessages } from "./messages.ts";
import { readTextsFrom } from "./read-texts.ts";

/** The texts of one noun. */
export const getTexts = readTextsFrom(englishMessages);
