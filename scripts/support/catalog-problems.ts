/** Compares a translated catalog with the English one. */
import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import { type Language, languageFacts } from "#lib/languages.ts";
import { type Catalog, listMessages } from "#translations/message-catalog.ts";
import { listArguments, listParts } from "#translations/message-parts.ts";

/**
 * Arabic and Urdu texts may contain Latin letters only in these words: names of products and
 * formats, units, addresses, and what people type, keys included.
 */
const latinWords =
  /\b(?:Halaqa|Premium|Zoom|Stripe|YouTube|Vimeo|Google|Apple|Meet|Teams|Chrome|Safari|JavaScript|Markdown|JSON|CSV|PNG|JPEG|JPG|GIF|WebP|PDF|QR|ICS|IANA|UTC|GMT|GET|HEAD|Expect|MB|kB|px|URL|IP|json|markdown|annotations|Quran\.com|you@example\.org|R|U)\b/g;

/** Words that are the same in English and another language. */
const sharedWords: Readonly<Partial<Record<Language, readonly string[]>>> = {
  fr: [
    "tafsir",
    "contact",
    "date",
    "dates",
    "email",
    "europe",
    "excellent",
    "menu",
    "message",
    "messages",
    "min",
    "minute",
    "minutes",
    "note",
    "notes",
    "page",
    "rose",
    "source",
    "sources",
    "suspension",
    "violet",
  ],
  es: ["tafsir", "asia", "australia", "error", "min", "no", "total", "urdu"],
};

/** Whether a text may be the same as in English, because it contains nothing to translate. */
function isWithoutWords(language: Language, message: string): boolean {
  const text = listWords(message).replaceAll(latinWords, " ");
  const shared = sharedWords[language] ?? [];
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  return words.every((word) => shared.includes(word.toLowerCase()));
}

/** Letters that Arabic and Urdu write differently. */
const foreignLetters: Readonly<Partial<Record<Language, RegExp>>> = {
  ar: /[کیہےٹڈڑںگپچ]/u,
  ur: /[كيهى]/u,
};

/** Signs that a language writes differently, or separates with a space that doesn't break. */
const foreignSigns: Readonly<Partial<Record<Language, RegExp>>> = {
  ar: /[,;?](?=\s|$)/u,
  ur: /[,;?](?=\s|$)/u,
  fr: / [:;!?»]|« |[\p{L}\d)][;!?»](?=\s|$)|\p{L}'\p{L}/u,
  es: /^[^¿]*\?|^[^¡]*!/u,
};

/**
 * Words in place of terms of the glossary (docs/languages.md), and familiar forms of address. 'Profesor'
 * alone is the label of a man.
 */
const otherTerms: Readonly<Partial<Record<Language, RegExp>>> = {
  ur: /براہ کرم|برائے مہربانی/u,
  fr: /\.\.\.|professeur|étudiant|(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu,
  es: /profesores|profesor(?=[^a])|.profesor(?!a)|alumn[oa]|versículo|(?<!\p{L})(?:tú|tienes|puedes|quieres|necesitas|debes)(?!\p{L})/iu,
};

interface Catalogs {
  english: Catalog;
  translated: Catalog;
}

/**
 * All problems of the translation, one line each, with the key.
 * @param isComplete whether every English text must be translated.
 */
export function findCatalogProblems(
  language: Language,
  { english, translated }: Catalogs,
  isComplete: boolean,
): string[] {
  const source = new Map(listMessages(english));
  const target = new Map(listMessages(translated));
  const missing = isComplete ? [...source.keys()].filter((key) => !target.has(key)) : [];
  return [
    ...missing.map((key) => `${key}: isn't translated`),
    ...[...target].flatMap(([key, message]) => {
      const original = source.get(key);
      if (original === undefined) return [`${key}: isn't an English text`];
      return [...findMessageProblems(language, original, message)].map((text) => `${key}: ${text}`);
    }),
  ];
}

function* findMessageProblems(
  language: Language,
  original: string,
  message: string,
): Generator<string> {
  let compiled: CompiledMessage;
  try {
    compiled = compile(message);
  } catch (error) {
    return yield `isn't valid: ${error instanceof Error ? error.message : error}`;
  }
  const source = compile(original);
  yield* compareArguments(source, compiled);
  yield* compareBranches(language, source, compiled);
  yield* findLetterProblems(language, message);
  if (message === original && !isWithoutWords(language, message)) yield "is the English text";
}

function* compareArguments(source: CompiledMessage, translated: CompiledMessage) {
  const wanted = listArguments(source);
  const found = listArguments(translated);
  for (const [name, type] of wanted) {
    if (!found.has(name)) yield `lacks {${name}}`;
    // A number can also be used as plain text, but text can't be used as a number.
    else if (found.get(name) !== type && type !== "number") yield `uses {${name}} differently`;
  }
  for (const name of found.keys()) if (!wanted.has(name)) yield `has an unknown {${name}}`;
}

/** The plural forms that matter: in French and Spanish, "many" is only for millions. */
function listPluralForms(language: Language, type: Intl.PluralRuleType): string[] {
  const { locale } = languageFacts[language];
  const forms = new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories;
  return forms.filter((form) => form !== "many" || language === "ar");
}

function* compareBranches(
  language: Language,
  source: CompiledMessage,
  translated: CompiledMessage,
): Generator<string> {
  const choices = new Map(
    [...listParts(source)].flatMap(({ name, branches }) =>
      branches?.kind === "select" ? [[name, branches.names] as const] : [],
    ),
  );
  for (const { name, branches } of listParts(translated)) {
    if (!branches) continue;
    const { kind, names } = branches;
    const wanted =
      kind === "select"
        ? (choices.get(name) ?? [])
        : listPluralForms(language, kind === "plural" ? "cardinal" : "ordinal");
    for (const form of wanted) {
      // An exact number replaces a plural form that applies only to that number.
      const exact = { zero: "=0", one: "=1", two: "=2" }[form];
      const isCovered = names.includes(form) || (exact !== undefined && names.includes(exact));
      if (!isCovered) yield `lacks the form "${form}" of {${name}}`;
    }
    for (const form of names) {
      if (!wanted.includes(form) && !form.startsWith("=")) {
        yield `has the form "${form}" of {${name}}, which isn't used`;
      }
    }
  }
}

function* findLetterProblems(language: Language, message: string): Generator<string> {
  if (/\p{Script=Devanagari}/u.test(message)) yield "contains Devanagari letters";
  const foreign = foreignLetters[language]?.exec(message)?.[0];
  if (foreign) yield `contains the letter ${foreign}, which the language doesn't use`;
  const sign = foreignSigns[language]?.exec(listWords(message))?.[0];
  if (sign) yield `contains "${sign}", which the language writes differently`;
  const term = otherTerms[language]?.exec(listWords(message))?.[0];
  if (term) yield `contains "${term}", for which the glossary has another word`;
  if (languageFacts[language].direction === "ltr") return;
  const words = listWords(message).replaceAll(latinWords, "");
  const latin = /\p{Script=Latin}+/u.exec(words)?.[0];
  if (latin) yield `contains the word ${latin}`;
}

/** The text without the names of arguments, plural forms and tags. */
function listWords(message: string): string {
  return message
    .replaceAll(/<\/?[\w-]+>/g, " ")
    .replaceAll(/\{\s*\w+\s*\}/g, " ")
    .replaceAll(/\{\s*\w+\s*,\s*(?:plural|selectordinal|select|number|date|time)\b[^{}]*/g, " ")
    .replaceAll(/(?:=\d+|\b\w+)\s*\{/g, " {");
}
