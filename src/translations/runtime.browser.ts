/**
 * The page's language and texts, in browsers. The page contains the texts of its own scripts and
 * islands. Parts that load later fetch theirs.
 */
import type { CompiledMessage } from "icu-minify/format";
import type { Language } from "#lib/languages.ts";
import { textsId } from "./embedded-texts.ts";

type Messages = Readonly<Record<string, CompiledMessage>>;

let loaded: Record<string, Messages> | undefined;

/** The language of the page. */
export const getLanguage = (): Language => document.documentElement.lang as Language;

/** The texts of a noun. */
export function getMessages(noun: string): Messages {
  const messages = readPage()[noun];
  if (!messages) throw new Error(`The texts of ${noun} aren't loaded. See docs/languages.md.`);
  return messages;
}

/**
 * Fetches the texts of the nouns that the page doesn't contain.
 * @throws if they can't be fetched. A later call tries again.
 */
export async function loadTexts(nouns: readonly string[]): Promise<void> {
  const texts = readPage();
  const { lang, dataset } = document.documentElement;
  const missing = nouns.filter((noun) => !texts[noun]);
  await Promise.all(
    missing.map(async (noun) => {
      const response = await fetch(`/texts/${dataset.texts}/${lang}/${noun}.json`);
      if (!response.ok) throw new Error(`The texts of ${noun} could not be loaded.`);
      texts[noun] = await response.json();
    }),
  );
}

function readPage(): Record<string, Messages> {
  loaded ??= JSON.parse(document.getElementById(textsId)?.textContent ?? "{}");
  return loaded ?? {};
}
