/**
 * Checks uploaded PDF files. They are stored as they are, so files with anything that acts when they
 * are opened are refused: scripts, programs, forms that send data, embedded files and media. Names
 * are also looked for in compressed object streams, where most programs hide nothing but save space.
 */
import { constants, inflateSync } from "node:zlib";

const header = /^%PDF-(1\.\d|2\.0)[\r\n]/;
/** Readers look for the end of the file in its last kilobyte. */
const endLength = 1_024;

/**
 * What acts, by the names of the format. Keys of two or three letters aren't listed, because images
 * contain them by chance: an action always names its type too.
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
const maxInflatedBytes = 20 * 1024 * 1024;
const maxObjectStreams = 2_000;

/** Whether the bytes are a complete PDF without anything that acts. */
export function isPassivePdf(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!header.test(content.toString("latin1", 0, 9))) return false;
  const end = content.toString("latin1", Math.max(0, content.length - endLength));
  if (!end.includes("%%EOF")) return false;
  const text = content.toString("latin1");
  const streams = readObjectStreams(content, text);
  if (!streams) return false;
  const names = new Set([text, ...streams].flatMap(listNames));
  const hasDynamicForm = names.has("AcroForm") && names.has("XFA");
  return !hasDynamicForm && !activeNames.some((name) => names.has(name));
}

const codedCharacter = /#([0-9a-fA-F]{2})/g;

/** A name of the format, in which any character can be written as its code. */
const writtenName = /\/((?:[^\s()<>[\]{}/%#]|#[0-9a-fA-F]{2})+)/g;

const decodeName = (written: string): string =>
  written.replaceAll(codedCharacter, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

const listNames = (text: string): string[] =>
  [...text.matchAll(writtenName)].map(([, written = ""]) => decodeName(written));

/**
 * The content of all object streams. Undefined if there are too many of them, or one can't be read.
 */
function readObjectStreams(content: Buffer, text: string): string[] | undefined {
  const found: string[] = [];
  let inflatedBytes = 0;
  for (const { 0: written, index } of text.matchAll(writtenName)) {
    if (decodeName(written) !== "/ObjStm") continue;
    if (found.length === maxObjectStreams) return undefined;
    const dictionaryEnd = text.indexOf("stream", index + written.length);
    const start = dictionaryEnd + "stream".length;
    const stop = text.indexOf("endstream", start);
    if (dictionaryEnd === -1 || stop === -1) return undefined;
    const dictionary = decodeName(text.slice(text.lastIndexOf("obj", index), dictionaryEnd));
    const body = content.subarray(start + lineBreakAt(text, start), stop);
    const read = readStream(dictionary, body, maxInflatedBytes - inflatedBytes);
    if (read === undefined) return undefined;
    inflatedBytes += read.length;
    found.push(read.toString("latin1"));
  }
  return found;
}

const lineBreakAt = (text: string, at: number): number =>
  text.startsWith("\r\n", at) ? 2 : text[at] === "\n" ? 1 : 0;

const deflatedOnly = /\/Filter\s*(?:\/FlateDecode(?![^\s()<>[\]{}/%])|\[\s*\/FlateDecode\s*\])/;

/** The bytes of a stream that is compressed in the usual way, or not at all. */
function readStream(dictionary: string, body: Buffer, maxOutputLength: number): Buffer | undefined {
  if (!dictionary.includes("/Filter")) return body;
  // A predictor changes the bytes after the compression.
  if (!deflatedOnly.test(dictionary) || dictionary.includes("/Predictor")) return undefined;
  if (maxOutputLength <= 0) return undefined;
  try {
    // A line break may precede the end of the stream.
    return inflateSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
