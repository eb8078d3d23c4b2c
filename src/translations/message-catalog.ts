/** Catalogs: one file of messages in ICU MessageFormat for each language and noun. */
import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";

/** The content of a file: messages, or groups of them. */
export interface Catalog {
  readonly [key: string]: string | Catalog;
}

/** The noun of a file: `live-pages.json` has the texts of `livePages`. */
export const nounOfFile = (name: string): string =>
  name.replace(/\.json$/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The messages of a catalog by their dotted keys, such as `card.title`. */
export function* listMessages(catalog: Catalog, path = ""): Generator<[string, string]> {
  for (const [name, value] of Object.entries(catalog)) {
    if (typeof value === "string") yield [path + name, value];
    else yield* listMessages(value, `${path + name}.`);
  }
}

/** @throws if a message isn't valid, with its key. */
export function compileCatalog(catalog: Catalog): Record<string, CompiledMessage> {
  const entries = [...listMessages(catalog)].map(([key, message]) => {
    try {
      return [key, compile(message)] as const;
    } catch (error) {
      throw new Error(`The message ${key} isn't valid: ${message}`, { cause: error });
    }
  });
  return Object.fromEntries(entries);
}
