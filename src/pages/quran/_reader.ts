/** What the pages of the reader have in common. */
import type { AstroGlobal } from "astro";
import { arabicEdition, type Edition, wordEdition } from "#lib/quran/editions.ts";
import {
  allTranslations,
  listOfferedEditions,
  type OfferedEditions,
  type ReaderView,
  readVerseView,
  readView,
  type VerseView,
  viewParameters,
} from "#lib/quran/reader-view.ts";
import { getContext } from "#server/context.ts";
import { getLanguage } from "#translations/runtime.ts";

/** The text changes only with a release, whose servers start with empty caches. */
const cacheSeconds = 86_400;

export interface Reader {
  view: ReaderView;
  offered: OfferedEditions;
  /** Search engines see only the default view of each page. */
  indexed: boolean;
  /** The sources of what a page in this view shows. */
  credits: Edition[];
}

export function openReader({ url }: Pick<AstroGlobal, "url">): Reader {
  const offered = listOfferedEditions(getContext().config.quranEditions);
  const view = readView(url.searchParams, offered, getLanguage());
  const shown = offered.translations.filter(({ language }) => language === view.translation);
  return {
    view,
    offered,
    indexed: [...viewParameters, "part"].every((name) => !url.searchParams.has(name)),
    credits: [
      arabicEdition,
      ...(view.words || view.transliteration ? [wordEdition] : []),
      ...(view.mode === "verses" ? shown : []),
    ],
  };
}

/** The same for the page of a verse, which shows translations in every mode. */
export function openVerseReader({ url }: Pick<AstroGlobal, "url">): Reader & { shown: VerseView } {
  const reader = openReader({ url });
  const { view, offered } = reader;
  const shown = readVerseView(url.searchParams, offered, view);
  const translations = offered.translations.filter(({ language }) => shows(shown, language));
  const words = shown.words || shown.transliteration ? [wordEdition] : [];
  return { ...reader, shown, credits: [arabicEdition, ...words, ...translations] };
}

const shows = ({ translations }: VerseView, language: string): boolean =>
  translations === allTranslations || translations === language;

/** Lets the gateway keep the page. */
export function keepPage({ cache }: Pick<AstroGlobal, "cache">): void {
  if (cache.enabled) cache.set({ maxAge: cacheSeconds, tags: [] });
}

/** Reads a number in a URL: digits without a leading zero, or 0. */
export function readNumber(text: string | undefined): number | undefined {
  return /^(0|[1-9]\d{0,3})$/.test(text ?? "") ? Number(text) : undefined;
}
