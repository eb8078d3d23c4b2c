/**
 * The languages of the interface and the addresses of their pages. English pages have the plain
 * paths, and those of other languages start with the language: `/ar/courses`.
 */

export const languages = ["en", "ar", "ur", "fr", "es"] as const;

/** A BCP 47 tag, as in `<html lang>`. */
export type Language = (typeof languages)[number];

/** The language of the product specification, whose pages have no prefix. */
export const defaultLanguage = "en";

/** The header with the language of the page that calls the API. */
export const languageHeader = "X-Language";

/**
 * The languages with complete translations, which people can choose. The setting `LANGUAGES` can
 * name others, for translators and tests. Missing texts are shown in English.
 */
export const completeLanguages: readonly Language[] = languages;

export interface LanguageFacts {
  /** The name of the language in that language. */
  name: string;
  direction: "ltr" | "rtl";
  /**
   * The tag for `Intl`. It specifies the digits and the region, because the defaults differ between
   * browser versions.
   */
  locale: string;
  /** The value of `og:locale`. */
  openGraph: string;
}

export const languageFacts: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: "English", direction: "ltr", locale: "en-US", openGraph: "en_US" },
  ar: { name: "العربية", direction: "rtl", locale: "ar-u-nu-latn", openGraph: "ar_AR" },
  ur: { name: "اردو", direction: "rtl", locale: "ur-PK-u-nu-latn", openGraph: "ur_PK" },
  fr: { name: "Français", direction: "ltr", locale: "fr-FR-u-nu-latn", openGraph: "fr_FR" },
  es: { name: "Español", direction: "ltr", locale: "es-ES-u-nu-latn", openGraph: "es_ES" },
};

/** The same value in each language. */
export const inEachLanguage = <Value>(value: Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, value])) as Record<Language, Value>;

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

const prefix = new RegExp(
  `^/(${languages.filter((language) => language !== defaultLanguage).join("|")})(?=[/?#]|$)`,
);

/**
 * Splits a path, with or without a query, into its language and the path of the English page:
 * `/ar/courses?page=2` is `ar` and `/courses?page=2`.
 */
export function splitLanguagePrefix(path: string): { language: Language; path: string } {
  const language = prefix.exec(path)?.[1];
  if (!isLanguage(language)) return { language: defaultLanguage, path };
  // Otherwise `/ar//evil.example` would become an address of another site.
  const rest = path.slice(language.length + 1).replace(/^[/\\]+/, "");
  return { language, path: `/${rest}` };
}

/**
 * Folders whose addresses are the same in all languages: the API, files, and other paths that only
 * programs read.
 */
const sharedFolders = ["api", "media", "calendar", "texts", "icons", "course-art", "sitemaps"];

/** Whether the address of an English page exists in every language. */
export function hasLanguages(path: string): boolean {
  const [first = "", ...others] = path.slice(1).split(/[?#]/, 1)[0]?.split("/") ?? [];
  if (first.startsWith("_") || sharedFolders.includes(first)) return false;
  const isFile = others.length === 0 && first.includes(".");
  return !isFile || first === "rss.xml";
}

/**
 * The address of the same page in a language. The path is that of the English page, and may have a
 * query and a fragment. Returns other addresses as they are: those of files and of the API, complete
 * URLs, fragments, and paths that have a language.
 */
export function addLanguagePrefix(path: string, language: Language): string {
  const isPage = /^\/(?!\/)/.test(path) && !prefix.test(path) && hasLanguages(path);
  if (language === defaultLanguage || !isPage) return path;
  return `/${language}${path.replace(/^\/(?=[?#]|$)/, "")}`;
}
