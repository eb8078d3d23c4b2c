/**
 * Checks uploaded PDF files. They are stored as they are, so files with active content are refused:
 * scripts, programs, forms that send data, embedded files and media. Names are also looked for in
 * compressed object streams, which most programs write only to save space.
 */
import { inflateSync } from "node:zlib";

const header = /^%PDF-(1\.\d|2\.0)[\r\n]/;
/** Readers look for the end of the file in its last kilobyte. */
const endLength = 1_024;

/**
 * Active content, by its names in the format. Keys of two or three letters aren't listed, because
 * images contain them by chance: an action always names its type too.
 */
const activeNames = [
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "OnInstantiate",
  "Movie",
  "Sound",
  "Rendition",
  "SubmitForm",
  "ImportData",
  "GoToE",
  "GoToR",
  // Nothing in an encrypted file can be checked.
  "Encrypt",
];

/** All object streams together may become this large, which is more than a few pages need. */
const maxStreamBytes = 5 * 1024 * 1024;
const maxObjectStreams = 2_000;
/** Dictionaries of object streams have about 100 characters. */
const maxDictionaryLength = 4_096;

/** Whether the bytes are a complete PDF without active content. */
export function isPassivePdf(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!header.test(content.toString("latin1", 0, 9))) return false;
  const end = content.toString("latin1", Math.max(0, content.length - endLength));
  if (!end.includes("%%EOF")) return false;
  const text = content.toString("latin1");
  const streams = readObjectStreams(content, text);
  if (!streams) return false;
  const texts = [text, ...streams];
  const contains = (name: RegExp) => texts.some((each) => each.search(name) !== -1);
  return !contains(active) && !(contains(form) && contains(dynamicForm));
}

const codeOf = (character: string): string => {
  const code = character.charCodeAt(0).toString(16);
  return [...code].map((digit) => `[${digit}${digit.toUpperCase()}]`).join("");
};

/**
 * Matches names of the format, in which any character can be written as its code. The text is searched,
 * because a list of all names would be a hundred times as large as a file that consists of names.
 */
function writtenAs(...names: string[]): RegExp {
  const written = names.map((name) =>
    [...name].map((character) => `(?:${character}|#${codeOf(character)})`).join(""),
  );
  return new RegExp(`/(?:${written.join("|")})(?![^\\0\\s()<>[\\]{}/%])`, "g");
}

const active = writtenAs(...activeNames);
const form = writtenAs("AcroForm");
const dynamicForm = writtenAs("XFA");
const objectStreams = writtenAs("ObjStm");

const codedCharacter = /#([0-9a-fA-F]{2})/g;

const decodeNames = (written: string): string =>
  written.replaceAll(codedCharacter, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * The content of all object streams. Undefined if there are too many of them, or one can't be read.
 * Each ends before the next one begins, so that none is read twice.
 */
function readObjectStreams(content: Buffer, text: string): string[] | undefined {
  const found: string[] = [];
  let bytes = 0;
  let after = 0;
  for (const { index } of text.matchAll(objectStreams)) {
    if (found.length === maxObjectStreams || index < after) return undefined;
    const head = findHead(text, index);
    const stop = head ? text.indexOf("endstream", head.end) : -1;
    if (!head || stop === -1) return undefined;
    const read = readStream(
      head.dictionary,
      content.subarray(head.end, stop),
      maxStreamBytes - bytes,
    );
    if (read === undefined) return undefined;
    bytes += read.length;
    if (bytes > maxStreamBytes) return undefined;
    found.push(read.toString("latin1"));
    after = stop;
  }
  return found;
}

/** The dictionary contains no strings and no comments, in which a false beginning could be hidden. */
const objectNumber = /^[ \t]*\d{1,10}[ \t]+\d{1,10}[ \t]+$/;
const dictionaryStart = /^\s*<<([^()%]*)$/;
const dictionaryEnd = /^([^()%]*?)>>\s*stream(?:\r\n|\n|\r)/;

/** The dictionary around a name in it, and where its stream begins. */
function findHead(text: string, index: number): { dictionary: string; end: number } | undefined {
  const before = text.slice(Math.max(0, index - maxDictionaryLength), index);
  const header = before.lastIndexOf("obj");
  if (header === -1) return undefined;
  const line = Math.max(before.lastIndexOf("\n", header), before.lastIndexOf("\r", header)) + 1;
  if (!objectNumber.test(before.slice(line, header))) return undefined;
  const [, start] = dictionaryStart.exec(before.slice(header + "obj".length)) ?? [];
  const after = dictionaryEnd.exec(text.slice(index, index + maxDictionaryLength));
  const [whole = "", end] = after ?? [];
  if (start === undefined || end === undefined) return undefined;
  return { dictionary: decodeNames(start + end), end: index + whole.length };
}

const deflatedOnly = /\/Filter\s*(?:\/FlateDecode(?![^\s()<>[\]{}/%])|\[\s*\/FlateDecode\s*\])/;
/** Readers disagree about which of two filters applies. Parameters can change the bytes again. */
const otherCoding = /\/Filter.*\/Filter|\/DecodeParms/s;
const plainText = /^[\t\n\f\r -~]*$/;

/** The bytes of a stream that is compressed in the usual way, or not at all. */
function readStream(dictionary: string, body: Buffer, maxOutputLength: number): Buffer | undefined {
  if (!dictionary.includes("/Filter")) {
    const text = body.toString("latin1");
    // Otherwise the dictionary may continue, and name a filter.
    return plainText.test(text) && !/stream|\/Filter/.test(decodeNames(text)) ? body : undefined;
  }
  if (!deflatedOnly.test(dictionary) || otherCoding.test(dictionary)) return undefined;
  if (maxOutputLength <= 0) return undefined;
  try {
    return inflateSync(body, { maxOutputLength });
  } catch {
    return undefined;
  }
}
