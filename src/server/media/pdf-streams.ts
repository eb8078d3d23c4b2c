/**
 * Finds the streams of a PDF file that can contain further objects. Readers look an object up in
 * whichever stream the file's table names, and most of them ignore the stream's type.
 */
import { inflateSync } from "node:zlib";
import { decodeNames, writtenAs } from "./pdf-names.ts";

/** All such streams together may become this large, which is more than a few pages need. */
const maxStreamBytes = 5 * 1024 * 1024;
const maxStreams = 2_000;

/**
 * The decompressed content of all streams that can contain objects. Undefined if there are too many of
 * them, or one can't be read. Each ends before the next one begins, so that none is read twice.
 */
export function readObjectStreams(content: Buffer, text: string): string[] | undefined {
  const heads = findHeads(text);
  if (!heads || !areTypesIn(heads, text)) return undefined;
  const found: string[] = [];
  let bytes = 0;
  let after = 0;
  for (const { dictionary, start, end } of heads) {
    const stop = text.indexOf("endstream", end);
    if (found.length === maxStreams || start < after || stop === -1) return undefined;
    const body = content.subarray(end, stop);
    const read = readStream(dictionary, body, maxStreamBytes - bytes);
    if (read === undefined) return undefined;
    bytes += read.length;
    if (bytes > maxStreamBytes) return undefined;
    found.push(read.toString("latin1"));
    after = stop;
  }
  return found;
}

interface Head {
  /** Without strings and comments, and with decoded names. */
  dictionary: string;
  /** Where the dictionary begins. */
  start: number;
  /** Where the stream's bytes begin. */
  end: number;
}

const objectStart = /(?<!end)obj/g;
const number = /\/N(?![^\0\s()<>[\]{}/%])/;
const objectStreamType = writtenAs("ObjStm");
/** Readers skip what follows the word in its line, and would disagree about where the bytes begin. */
const bytesStart = /stream(?:\r\n|\n|\r)/y;

/** How many more characters may be read. */
interface Budget {
  characters: number;
}

/**
 * The streams whose dictionary has a number of objects, `/N`. Color profiles have one too. Undefined if
 * too much would have to be read, or it is unclear where a stream begins.
 */
function findHeads(text: string): Head[] | undefined {
  const heads: Head[] = [];
  // Every place where an object can begin is tried. Only in crafted files do many of them overlap.
  const budget = { characters: 2 * text.length };
  for (const { index } of text.matchAll(objectStart)) {
    const read = readDictionary(text, index + "obj".length, budget);
    if (budget.characters <= 0) return undefined;
    if (!read || !text.startsWith("stream", read.end) || !number.test(read.dictionary)) continue;
    if (read.start === heads.at(-1)?.start) continue;
    bytesStart.lastIndex = read.end;
    if (!bytesStart.test(text)) return undefined;
    heads.push({ ...read, end: bytesStart.lastIndex });
  }
  return heads;
}

/** Whether each name of the type belongs to one of the streams, so that none was overlooked. */
function areTypesIn(heads: readonly Head[], text: string): boolean {
  let next = 0;
  for (const { index } of text.matchAll(objectStreamType)) {
    while ((heads[next]?.end ?? Number.POSITIVE_INFINITY) < index) next += 1;
    if ((heads[next]?.start ?? Number.POSITIVE_INFINITY) > index) return false;
  }
  return true;
}

/** The parts that change how a dictionary is read, and the text between them. */
const token = /[^<>(%]+|<<|>>|%[^\r\n]*|./sy;

/**
 * Reads a dictionary with everything that is nested in it.
 * @param position where an object begins.
 * @returns its text, and the position of what follows it. Undefined if there is no dictionary.
 */
function readDictionary(text: string, position: number, budget: Budget): Head | undefined {
  const start = skipSpace(text, position, budget);
  if (!text.startsWith("<<", start)) return undefined;
  const parts: string[] = [];
  let from = start;
  let depth = 0;
  token.lastIndex = start;
  for (;;) {
    const before = token.lastIndex;
    const [part] = token.exec(text) ?? [];
    if (part === undefined) return undefined;
    if (part === "<<") depth += 1;
    if (part === ">>") depth -= 1;
    const end = findEnd(text, part, token.lastIndex);
    budget.characters -= end - before;
    if (budget.characters <= 0) return undefined;
    if (part === "(" || part.startsWith("%")) {
      parts.push(text.slice(from, before));
      from = end;
    }
    if (depth === 0) {
      parts.push(text.slice(from, end));
      const dictionary = decodeNames(parts.join(" ").replaceAll("\0", " "));
      return { dictionary, start, end: skipSpace(text, end, budget) };
    }
    token.lastIndex = end;
  }
}

/** Where the string that begins with this part ends, or else where the part itself ends. */
function findEnd(text: string, part: string, position: number): number {
  if (part === "(") return skipString(text, position);
  if (part !== "<") return position;
  const end = text.indexOf(">", position);
  return end === -1 ? text.length : end + 1;
}

const stringPart = /[^()\\]+|\\.|./sy;

function skipString(text: string, position: number): number {
  stringPart.lastIndex = position;
  for (let depth = 1; depth > 0; ) {
    const [part] = stringPart.exec(text) ?? [];
    if (part === undefined) return text.length;
    if (part === "(") depth += 1;
    if (part === ")") depth -= 1;
    position = stringPart.lastIndex;
  }
  return position;
}

const space = /[\0\t\n\f\r ]+|%[^\r\n]*/y;

/** @returns the position after whitespace and comments. */
function skipSpace(text: string, position: number, budget: Budget): number {
  let end = position;
  for (space.lastIndex = end; space.test(text); ) end = space.lastIndex;
  budget.characters -= end - position;
  return end;
}

const deflatedOnly = /\/Filter\s*(?:\/FlateDecode(?![^\s()<>[\]{}/%])|\[\s*\/FlateDecode\s*\])/;
/**
 * Readers disagree about which of two filters applies. Parameters can change the bytes again. Some
 * readers accept abbreviated names, and a file can name another one that contains the bytes.
 */
const otherCoding = /\/Filter.*\/Filter|\/(?:DecodeParms|DP|FFilter|F)(?![^\s()<>[\]{}/%])/s;
/** Found in the dictionary of a stream that contains objects rather than a color profile. */
const containsObjects = /\/(?:First|ObjStm)(?![^\s()<>[\]{}/%])/;
const plainText = /^[\t\n\f\r -~]*$/;

/** The bytes of a stream that is compressed in the usual way, or not at all. */
function readStream(dictionary: string, body: Buffer, maxOutputLength: number): Buffer | undefined {
  if (otherCoding.test(dictionary)) return undefined;
  if (!dictionary.includes("/Filter")) {
    const text = body.toString("latin1");
    // Otherwise the dictionary may continue, and name a filter.
    const isPlain = plainText.test(text) || !containsObjects.test(dictionary);
    return isPlain && !/stream|\/Filter/.test(decodeNames(text)) ? body : undefined;
  }
  if (!deflatedOnly.test(dictionary) || maxOutputLength <= 0) return undefined;
  try {
    return inflateSync(body, { maxOutputLength });
  } catch {
    return undefined;
  }
}
