/** The texts that browsers get: as JSON in a page, and as files for parts that load later. */
import { createHash } from "node:crypto";
import { type Language, languages } from "#lib/languages.ts";
import { textsId } from "./embedded-texts.ts";
import { getLanguage, listNouns, readMessages } from "./runtime.node.ts";

/** Texts that only the server shows: emails, and what is in a group `server`. */
const isForServer = (key: string): boolean => /^(?:mail|server)\./.test(key);

const json = new Map<string, string>();

/** The texts of a noun as JSON, in which no text can end a script element. */
function writeNoun(noun: string, language: Language): string {
  const key = `${language}/${noun}`;
  const known = json.get(key);
  if (known !== undefined) return known;
  const shown = Object.entries(readMessages(noun, language)).filter(([name]) => !isForServer(name));
  const written = JSON.stringify(Object.fromEntries(shown)).replaceAll("<", "\\u003c");
  json.set(key, written);
  return written;
}

/** The element with the texts of the nouns in the current language. Empty without nouns. */
export function writeTextsElement(nouns: Iterable<string>): string {
  const language = getLanguage();
  const texts = [...nouns].sort().map((noun) => `"${noun}":${writeNoun(noun, language)}`);
  if (texts.length === 0) return "";
  return `<script id="${textsId}" type="application/json">{${texts.join(",")}}</script>`;
}

let version: string | undefined;

/** A hash that changes when any text changes, so that browsers can keep the files forever. */
export function getTextsVersion(): string {
  version ??= hashTexts();
  return version;
}

function hashTexts(): string {
  const hash = createHash("sha256");
  for (const { path, body } of listTexts(languages)) hash.update(path).update(body);
  return hash.digest("base64url").slice(0, 8);
}

/** The files of texts, with their paths below `/texts`. */
export function* listTextFiles(shown: readonly Language[]): Generator<TextFile> {
  for (const { path, body } of listTexts(shown)) {
    yield { path: `/texts/${getTextsVersion()}/${path}`, body };
  }
}

export interface TextFile {
  path: string;
  /** JSON. */
  body: string;
}

function* listTexts(shown: readonly Language[]): Generator<TextFile> {
  for (const language of shown) {
    for (const noun of listNouns().keys()) {
      yield { path: `${language}/${noun}.json`, body: writeNoun(noun, language) };
    }
  }
}
