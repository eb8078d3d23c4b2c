/** The language of the page or of the request, and its properties. */
import { getLanguage } from "#translations/runtime.ts";
import { addLanguagePrefix, languageFacts } from "../languages.ts";

/** The direction in which the language is written, as in `<html dir>`. */
export const getDirection = (): "ltr" | "rtl" => languageFacts[getLanguage()].direction;

/** The tag for `Intl`: the locale in which numbers and amounts are formatted. */
export const getLocale = (): string => languageFacts[getLanguage()].locale;

/**
 * The address of a page in the current language, for links, forms and navigation. The path is that
 * of the English page, such as `/courses?page=2`. Files, the API, complete URLs and fragments stay
 * as they are.
 */
export const localizePath = (path: string): string => addLanguagePrefix(path, getLanguage());
