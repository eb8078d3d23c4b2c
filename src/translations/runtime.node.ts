/**
 * The language of the current request, and the texts of all languages, on the server. Imported as
 * `#translations/runtime.ts`, which is `runtime.browser.ts` in browsers.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledMessage } from "icu-minify/format";
import { defaultLanguage, type Language } from "#lib/languages.ts";
import { compileCatalog, nounOfFile } from "./message-catalog.ts";

/** Compiled messages by their dotted keys. */
export type Messages = Readonly<Record<string, CompiledMessage>>;

const current = new AsyncLocalStorage<Language>();

/** The language of the current request, or of the recipient of an email; otherwise English. */
export const getLanguage = (): Language => current.getStore() ?? defaultLanguage;

/** Runs the work, including everything that it starts, in a language. */
export const runWithLanguage = <Result>(language: Language, work: () => Result): Result =>
  current.run(language, work);

const catalogs = new Map<string, Messages>();

/** The texts of a noun in the current language. Texts that aren't translated are English. */
export const getMessages = (noun: string): Messages => readMessages(noun, getLanguage());

/** The texts of a noun in a language. Texts that aren't translated are English. */
export function readMessages(noun: string, language: Language): Messages {
  const key = `${language}/${noun}`;
  const known = catalogs.get(key);
  if (known) return known;
  const english = language === defaultLanguage ? {} : readMessages(noun, defaultLanguage);
  const file = listNouns(language).get(noun);
  if (!file && language === defaultLanguage) throw new Error(`There are no texts of ${noun}.`);
  const own = file ? compileCatalog(JSON.parse(readFileSync(file, "utf8"))) : {};
  const messages = { ...english, ...own };
  catalogs.set(key, messages);
  return messages;
}

const folders = new Map<Language, ReadonlyMap<string, string>>();

/** The nouns that have texts in a language, with their files. */
export function listNouns(language: Language = defaultLanguage): ReadonlyMap<string, string> {
  const known = folders.get(language);
  if (known) return known;
  const folder = join(import.meta.dirname, language);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const found = new Map(files.sort().map((name) => [nounOfFile(name), join(folder, name)]));
  folders.set(language, found);
  return found;
}

/** Resolves immediately on the server, which has all texts. */
export async function loadTexts(_nouns: readonly string[]): Promise<void> {}
