/** Reads a data set of roots and grammar. docs/quran-data.md describes the format. */
import * as z from "zod";
import { keyOfWord, parseWordKey, type WordRef } from "#lib/quran/words/word-key.ts";
import type { WordIndex } from "./word-index.ts";

export interface GrammarSource {
  title: string;
  author: string;
  license: string;
  url: string;
}

export interface GrammarWord extends WordRef {
  root: string | null;
  lemma: string | null;
  partOfSpeech: string | null;
  features: { name: string; value: string }[];
}

export interface GrammarFile {
  source: GrammarSource;
  words: GrammarWord[];
}

/**
 * The file isn't a valid data set. The message lists the invalid lines and the problem with each.
 */
export class InvalidGrammarFileError extends Error {}

/** After this many problems, the rest of the file isn't read. */
const maxProblems = 20;
const maxLineLength = 8_000;

const line = (max: number) => z.string().trim().min(1).max(max);
const arabic = line(40).regex(/^[\p{Script=Arabic}\p{M}\s]+$/u, "not Arabic");

const headerSchema = z.object({
  format: z.literal("halaqa-quran-grammar"),
  version: z.literal(1),
  title: line(200),
  author: line(200),
  license: line(300),
  url: z.url({ protocol: /^https?$/ }),
});

const wordSchema = z.strictObject({
  word: z.string(),
  root: z.optional(arabic),
  lemma: z.optional(arabic),
  partOfSpeech: z.optional(line(100)),
  features: z._default(
    z
      .record(line(60), line(200))
      .check(z.refine((features) => Object.keys(features).length <= 30, "more than 30 features")),
    {},
  ),
});

/**
 * @param lines the lines of the file.
 * @throws InvalidGrammarFileError
 */
export async function readGrammarFile(
  lines: AsyncIterable<string> | Iterable<string>,
  index: Pick<WordIndex, "find" | "countWords">,
): Promise<GrammarFile> {
  const problems: string[] = [];
  const words = new Map<string, GrammarWord>();
  let source: GrammarSource | undefined;
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text.trim() === "") continue;
    const report = (problem: string) => problems.push(`Line ${number}: ${problem}`);
    const content = parseLine(text, report);
    if (content !== undefined && !source) source = readHeader(content, report);
    else if (content !== undefined) addWord(words, content, index, report);
    // Without a header, every line would be invalid.
    if (problems.length >= maxProblems || !source) break;
  }
  if (!source && problems.length === 0) problems.push("The file is empty.");
  if (source && words.size === 0 && problems.length === 0) problems.push("There are no words.");
  if (!source || problems.length > 0) throw new InvalidGrammarFileError(problems.join("\n"));
  return { source, words: [...words.values()] };
}

type Report = (problem: string) => void;

function parseLine(text: string, report: Report): unknown {
  if (text.length > maxLineLength) {
    report(`longer than ${maxLineLength} characters`);
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    report("not a JSON object");
    return undefined;
  }
}

function readHeader(content: unknown, report: Report): GrammarSource | undefined {
  const { data, error } = headerSchema.safeParse(content);
  if (!data) {
    report(`the first line must describe the data set: ${listIssues(error)}`);
    return undefined;
  }
  const { title, author, license, url } = data;
  return { title, author, license, url };
}

function addWord(
  words: Map<string, GrammarWord>,
  content: unknown,
  index: Pick<WordIndex, "find" | "countWords">,
  report: Report,
): void {
  const { data, error } = wordSchema.safeParse(content);
  if (!data) {
    report(listIssues(error));
    return;
  }
  const ref = parseWordKey(data.word);
  const problem = ref
    ? findProblem(ref, words, index)
    : `"${data.word}" isn't in the form surah:verse:position`;
  if (!ref || problem) {
    report(problem ?? "");
    return;
  }
  const { root = null, lemma = null, partOfSpeech = null } = data;
  const features = Object.entries(data.features).map(([name, value]) => ({ name, value }));
  words.set(keyOfWord(ref), { ...ref, root, lemma, partOfSpeech, features });
}

function findProblem(
  ref: WordRef,
  words: ReadonlyMap<string, GrammarWord>,
  index: Pick<WordIndex, "find" | "countWords">,
): string | undefined {
  if (words.has(keyOfWord(ref))) return `${keyOfWord(ref)} is in the file twice`;
  if (index.find(ref) !== undefined) return undefined;
  const count = index.countWords(ref);
  const verse = `${ref.surah}:${ref.verse}`;
  return count === 0 ? `there is no verse ${verse}` : `verse ${verse} has ${count} words here`;
}

const listIssues = (error: z.core.$ZodError): string =>
  error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
