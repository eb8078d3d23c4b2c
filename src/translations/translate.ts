/**
 * The texts of all nouns, for pages, API errors and emails. Islands and `src/lib` import
 * `getTexts` from the module of their noun, such as `study.ts`, so that pages load only the texts
 * that they show.
 */
import type { Catalogs } from "./catalogs.ts";
import { createTranslate, type Translate } from "./texts.ts";

const translators = new Map<string, unknown>();

/** The texts of one noun in the language of the request. */
export function getTexts<Noun extends keyof Catalogs>(noun: Noun): Translate<Catalogs[Noun]> {
  const known = translators.get(noun) ?? createTranslate<Catalogs[Noun]>(noun);
  translators.set(noun, known);
  return known as Translate<Catalogs[Noun]>;
}
