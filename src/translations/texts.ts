/**
 * Formats the texts of a noun in the current language, which is looked up for each call: all
 * requests can share the functions that return texts, but not the texts.
 */
import format, { type FormatOptions, type FormatValues } from "icu-minify/format";
import { languageFacts } from "#lib/languages.ts";
import { getLanguage, getMessages } from "#translations/runtime.ts";

/** Marks a part of a message that a page shows as an element: `Read the <link>terms</link>.` */
export interface Tag {
  readonly tag: true;
}

/** The arguments of a message; null if it has none. */
type Args = Record<string, unknown> | null;

type Both<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

type Chunks<Element> = (chunks: (string | Element)[]) => Element;

type Values<Found extends Args, Element> = [Found] extends [null]
  ? [values?: object]
  : [
      values: Both<
        Found extends null
          ? unknown
          : { [Name in keyof Found]: Found[Name] extends Tag ? Element : Found[Name] }
      >,
    ];

export interface Translate<Texts> {
  /** A text with its arguments. */
  <Key extends keyof Texts>(key: Key, ...values: Values<Extract<Texts[Key], Args>, never>): string;
  /**
   * A text whose tags become elements, for React. Each handler gets what the tag contains, and gives
   * its element a `key`.
   */
  rich<Key extends keyof Texts, Element>(
    key: Key,
    ...values: Values<Extract<Texts[Key], Args>, Chunks<Element>>
  ): (string | Element)[];
  /**
   * A text as HTML, for `set:html`. Handlers get the escaped content of their tag and return HTML;
   * everything else is escaped.
   */
  html<Key extends keyof Texts>(
    key: Key,
    ...values: Values<Extract<Texts[Key], Args>, (content: string) => string>
  ): string;
}

/**
 * Creates `getTexts` of a noun. The generated modules beside this one, such as `study.ts`, call it
 * with the noun's texts as a type.
 */
export function createTexts<const Noun extends string, Texts>(
  noun: Noun,
): (noun: Noun) => Translate<Texts> {
  const translate = createTranslate<Texts>(noun);
  return () => translate;
}

/** @param noun the noun whose texts are shown. Its module ensures that browsers have them. */
export function createTranslate<Texts>(noun: string): Translate<Texts> {
  const plain = (key: string, values?: Record<string, unknown>) =>
    String(formatText(noun, key, values));
  const rich = (key: string, values?: Record<string, unknown>) => {
    const parts = formatText(noun, key, values);
    return Array.isArray(parts) ? parts : [parts];
  };
  const html = (key: string, values?: Record<string, unknown>) => {
    const handlers = Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === "function" ? (chunks: unknown[]) => new Html(value(toHtml(chunks))) : value,
    ]);
    return toHtml(rich(key, Object.fromEntries(handlers)));
  };
  return Object.assign(plain, { rich, html }) as unknown as Translate<Texts>;
}

/** HTML that a handler returned. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { "&": "&amp;", '"': "&#34;", "<": "&lt;", ">": "&gt;" };

const toHtml = (parts: readonly unknown[]): string =>
  parts
    .map((part) =>
      part instanceof Html
        ? part.text
        : String(part).replaceAll(/[&"<>]/g, (found) => entities[found] ?? found),
    )
    .join("");

function formatText(noun: string, key: string, values?: Record<string, unknown>): unknown {
  const message = getMessages(noun)[key];
  if (message === undefined) throw new Error(`There is no text ${noun}.${key}.`);
  const { locale } = languageFacts[getLanguage()];
  return format(message, locale, values as FormatValues, { formatters });
}

/** Creating a formatter takes much longer than using it. */
function remembered<Arguments extends unknown[], Result>(
  create: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const known = new Map<string, Result>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = known.get(key) ?? create(...args);
    known.set(key, found);
    return found;
  };
}

const formatters: FormatOptions["formatters"] = {
  getNumberFormat: remembered((...args) => new Intl.NumberFormat(...args)),
  getPluralRules: remembered((...args) => new Intl.PluralRules(...args)),
  getDateTimeFormat: remembered((...args) => new Intl.DateTimeFormat(...args)),
};
