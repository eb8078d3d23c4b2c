/**
 * Writes the text of the Quran, its translations and its word data from the pinned packages into
 * `.quran`, with one file per surah. The packages are needed only here, so the server's image
 * doesn't contain them. docs/decisions/030 describes the sources and their defects.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { stemmer } from "@orama/stemmers/arabic";
import type { TranslationLanguage } from "#lib/quran/editions.ts";
import { arabicEdition, translations } from "#lib/quran/editions.ts";
import { type QuranFiles, quranFolder, surahFile } from "#server/quran/quran-files.ts";
import {
  type SearchFile,
  searchFile,
  toArabicEntry,
  toTranslationEntry,
  toTransliterationEntry,
} from "#server/quran/search/search-files.ts";
import { createWordFile, type WordFile, wordFile } from "#server/quran/words/word-files.ts";
import { type AlignedWord, alignWords, type SourceWord } from "./quran/align-words.ts";

const require = createRequire(import.meta.url);
const textPackage = "quran-json";
const wordPackage = "@kmaslesa/holy-quran-word-by-word-full-data";
const stemPackage = "@orama/stemmers";

/** The files that determine what is written. */
const generators = [
  "scripts/quran-data.ts",
  "scripts/quran/align-words.ts",
  "src/lib/quran/editions.ts",
  "src/lib/quran/search-keys.ts",
  "src/lib/quran/fold-sound.ts",
  "src/lib/text/search-text.ts",
  "src/server/quran/quran-files.ts",
  "src/server/quran/search/search-files.ts",
  "src/server/quran/words/word-files.ts",
].map((path) => join(import.meta.dirname, "..", path));

/**
 * The SHA-256 hash of the patched verses, joined by line feeds, for each language. It changes only
 * with the packages' versions, and then someone has to review the differences.
 */
const expectedHashes: Record<"ar" | TranslationLanguage, string> = {
  ar: "db56d8805a0d202ae72e31d0fbe42e1bc7b1916c4e71f1543708332a1c56e8ff",
  en: "0ba2ece7e996c3ec9815fcc438dcf9e3546b9ef1cb08c4c6b5c5d59c4650c930",
  ur: "94b81a0f26f9c9eb3afeba488ce49776299c8bfe4e9cedbb07fc49f36c2842bc",
  fr: "4f0bd1d4fec88a70b6537859ad6224a2601703d6d36faefe4accaeea6673dbbb",
  es: "4b72774bc1318f37dd7f1dfc9f5970dd377ea180c6d996c34cd84fae34a55d13",
};

interface SourceSurah {
  verses: { text: string; translation?: string }[];
}

interface SourcePage {
  ayahs: { words: (SourceWord & { parentAyahVerseKey: string; char_type_name: string })[] }[];
}

/** Writes the files unless they are up to date. @returns whether it wrote them. */
export function ensureQuranData(): boolean {
  const version = describeVersion();
  if (readVersion() === version) return false;
  const temporary = `${quranFolder}.${randomUUID()}`;
  writeFiles(temporary);
  writeFileSync(join(temporary, "version"), version);
  // Another process may be doing the same. The last process's files are kept, and all are
  // identical.
  const former = `${temporary}.former`;
  try {
    renameSync(quranFolder, former);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  try {
    renameSync(temporary, quranFolder);
  } catch (error) {
    if (readVersion() !== version) throw error;
    rmSync(temporary, { recursive: true });
  }
  rmSync(former, { recursive: true, force: true });
  return true;
}

function describeVersion(): string {
  const hash = createHash("sha256");
  for (const generator of generators) hash.update(readFileSync(generator));
  for (const name of [textPackage, wordPackage, stemPackage]) {
    hash.update(`${name}@${readPackageVersion(name)}\n`);
  }
  return hash.digest("hex");
}

/** It is read by its path, because some packages don't export their package.json. */
function readPackageVersion(name: string): string {
  const path = join(import.meta.dirname, "..", "node_modules", name, "package.json");
  return JSON.parse(readFileSync(path, "utf8")).version;
}

function readVersion(): string | undefined {
  try {
    return readFileSync(join(quranFolder, "version"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function writeFiles(folder: string): void {
  const arabic = readSurahs("quran.json").map(({ verses }, index) =>
    verses.map(({ text }, verse) => repair(`${index + 1}:${verse + 1}`, text)),
  );
  check("ar", arabic);
  const words = readWords();
  const spoken: string[][] = [];
  const divided: AlignedWord[][] = [];
  for (const [index, verses] of arabic.entries()) {
    const surah = index + 1;
    const aligned = verses.map((text, verse) => {
      const key = `${surah}:${verse + 1}`;
      return alignWords(key, text, words.get(key) ?? []);
    });
    spoken.push(
      ...aligned.map(({ words: parts }) => parts.map(({ transliteration }) => transliteration)),
    );
    divided.push(...aligned.map(({ words: parts }) => parts));
    write<QuranFiles["text"]>(folder, "text", surah, {
      verses: aligned.map(({ words: parts }) => ({ words: parts.map(({ text }) => text) })),
    });
    write<QuranFiles["words"]>(folder, "words", surah, {
      verses: aligned.map(({ words: parts, endLine }) => ({
        words: parts.map(({ text: _, ...word }) => word),
        endLine,
      })),
    });
  }
  writeFile<WordFile>(folder, wordFile, createWordFile(divided, stemmer));
  writeFile<SearchFile>(folder, searchFile(arabicEdition.id), {
    entries: arabic.flat().map((text) => toArabicEntry(text.split(" "))),
    texts: arabic.flat(),
  });
  writeFile<SearchFile>(folder, searchFile("transliteration"), {
    entries: spoken.map(toTransliterationEntry),
    texts: spoken.map((parts) => parts.join(" ")),
  });
  for (const { id, language } of translations) {
    const texts = readSurahs(`quran_${language}.json`).map(({ verses }) =>
      verses.map(({ translation = "" }) => translation),
    );
    check(language, texts);
    for (const [index, verses] of texts.entries()) {
      write<QuranFiles["translation"]>(folder, id, index + 1, { verses });
    }
    writeFile<SearchFile>(folder, searchFile(id), {
      entries: texts.flat().map((text) => toTranslationEntry(text, language)),
      texts: texts.flat(),
    });
  }
}

/**
 * Two verses differ from the printed mushaf: 2:72 contains a thin space within a word, and 11:41
 * contains a sign that the publisher's own font draws as a blot.
 */
function repair(key: string, text: string): string {
  if (key === "2:72") return text.replaceAll("\u2009", "");
  if (key === "11:41") return text.replaceAll("\u065c", "\u06ea");
  return text;
}

function readSurahs(name: string): SourceSurah[] {
  return JSON.parse(readFileSync(require.resolve(`${textPackage}/dist/${name}`), "utf8"));
}

/** The word data of each verse. The entry after the last word is the verse's number. */
function readWords(): Map<string, SourceWord[]> {
  const path = join(dirname(require.resolve(`${wordPackage}/package.json`)), "data.json");
  const pages: SourcePage[] = JSON.parse(readFileSync(path, "utf8"));
  const words = pages.flatMap(({ ayahs }) => ayahs.flatMap((line) => line.words));
  return Map.groupBy(words, (word) => word.parentAyahVerseKey);
}

function check(language: keyof typeof expectedHashes, surahs: string[][]): void {
  const hash = createHash("sha256").update(surahs.flat().join("\n")).digest("hex");
  if (hash === expectedHashes[language]) return;
  throw new Error(
    `The ${language} text in ${textPackage} has another hash (${hash}) than the one it was checked with`,
  );
}

function write<Content>(folder: string, part: string, surah: number, content: Content): void {
  writeFile(folder, surahFile(part, surah), content);
}

function writeFile<Content>(folder: string, name: string, content: Content): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}
