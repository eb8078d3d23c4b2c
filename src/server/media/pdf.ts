/**
 * Checks uploaded PDF files. They are stored as they are, so files with active content are refused:
 * scripts, programs, forms that send data, embedded files and media. Names are also looked for in
 * compressed streams of objects, which most programs write only to save space.
 */
import { writtenAs } from "./pdf-names.ts";
import { readObjectStreams } from "./pdf-streams.ts";

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

const active = writtenAs(...activeNames);
const form = writtenAs("AcroForm");
const dynamicForm = writtenAs("XFA");
