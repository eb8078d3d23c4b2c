/**
 * Removes invisible and harmful characters from text: control characters, separators that some
 * programs treat as line breaks, zero-width characters, and marks that change the direction of the
 * surrounding text. Applied to all user input, and again to output for other programs (calendars,
 * feeds, spreadsheets, search engines), because older rows were stored without it.
 */

/** All characters that end a line or page. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
// U+0000 is kept, so that the schema rejects the text: PostgreSQL can't store it.
const controls = /(?![\t\n\r\0])\p{Cc}/gu;
/**
 * Invisible characters: zero-width spaces, fillers, annotations and noncharacters. Joiners, tags
 * and direction marks have their own rules. Variation selectors choose a glyph and are kept.
 */
const unseen =
  /(?![\u061c\u200c-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/gu;
/** Tag characters are allowed only in flag emoji. Elsewhere they are invisible text. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]/gu;
/** Embeddings, overrides, isolates, and the characters that end them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;
const overriding = /[\u202d\u202e]/u;
/** Direction marks, which don't affect the surrounding text. */
const directionMarks = /[\u200e\u200f\u061c]/gu;

/** Scripts in which ZWJ and ZWNJ change how letters join. */
const joining =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Thaana}" +
  "\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}" +
  "\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}" +
  "\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}";
/** A letter or mark of such a script, or a part of an emoji, together with the joiner after it. */
const joiners = new RegExp(
  `([${joining}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f][\\u200c\\u200d])|[\\u200c\\u200d]`,
  "gu",
);

/** Keeps single joiners that Urdu, Persian, Indian languages and emoji need. */
const cleanUnseen = (text: string): string =>
  text
    .toWellFormed()
    .replace(controls, "")
    .replace(unseen, "")
    .replace(tags, "$1")
    .replace(joiners, "$1")
    .replace(/[\u200c\u200d](?=\s|$)/gu, "");

/** Cleans a single line such as a name, title or topic. Unusual line breaks become spaces. */
export function cleanLine(text: string): string {
  return cleanUnseen(text.replace(/[\t\v\f\u0085\u2028\u2029]/gu, " ")).replace(turning, "");
}

/** Cleans a person's name, where direction marks serve no purpose. */
export function cleanName(text: string): string {
  return cleanLine(text).replace(directionMarks, "").replace(/ {2,}/gu, " ");
}

/** Cleans text of several lines. Direction controls are kept only in lines that also end them. */
export function cleanProse(text: string): string {
  return cleanUnseen(text.replace(lineEnds, "\n"))
    .split("\n")
    .map((line) => (isBalanced(line) ? line : line.replace(turning, "")))
    .join("\n");
}

/** Removes only control characters, from text that is otherwise kept as it was written. */
export function cleanVerbatim(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replace(controls, "");
}

/** Turns any stored text into one clean line, for fields of other programs. */
export function toCleanLine(text: string): string {
  return cleanLine(text.replace(/[\r\n]+/gu, " ")).trim();
}

/**
 * Whether all embeddings and isolates of the line are closed in order, and there are no overrides.
 */
function isBalanced(line: string): boolean {
  if (overriding.test(line)) return false;
  const open: string[] = [];
  for (const [mark] of line.matchAll(turning)) {
    if (mark === "\u202c" || mark === "\u2069") {
      if (open.pop() !== mark) return false;
    } else {
      open.push(mark < "\u202c" ? "\u202c" : "\u2069");
    }
  }
  return open.length === 0;
}
