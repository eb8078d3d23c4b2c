/**
 * Converts a line of text to outlines, with bidirectional ordering, font fallback and ligatures.
 */
import bidiFactory from "bidi-js";
import { Direction, Buffer as GlyphBuffer, shape } from "harfbuzzjs";
import { type Typeface, typefaces, type Weight } from "./fonts.ts";

const bidi = bidiFactory();

export interface TextStyle {
  /** Pixels per em. */
  size: number;
  weight: Weight;
}

export interface ShapedLine {
  /** In pixels. */
  width: number;
  /** SVG paths relative to the start of the line, whose baseline is y = 0. */
  paths: string;
}

/** Whether the text is right-to-left, according to its first strongly directional letter. */
export function isRightToLeft(text: string): boolean {
  return ((bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) & 1) === 1;
}

/**
 * Shapes one line. Letters that no typeface covers, such as emoji, are omitted.
 * @param base the direction of the whole text.
 */
export function shapeLine(text: string, base: "ltr" | "rtl", style: TextStyle): ShapedLine {
  let width = 0;
  const paths: string[] = [];
  for (const { face, glyph, at } of placeGlyphs(text, base, style.weight)) {
    const scale = (style.size * face.scale) / face.unitsPerEm;
    const outline = face.font.glyphToPath(glyph);
    const x = width + (at.xOffset ?? 0) * scale;
    const y = -(at.yOffset ?? 0) * scale;
    if (outline) paths.push(place(outline, x, y, scale));
    width += (at.xAdvance ?? 0) * scale;
  }
  return { width, paths: paths.join("") };
}

/**
 * The width of a line in ems. It is measured without drawing outlines, because fitting a text
 * measures hundreds of lines, and drawing each of them blocked the process for seconds with letters
 * as complex as U+FDFA.
 */
export function measureLine(text: string, base: "ltr" | "rtl", weight: Weight): number {
  let width = 0;
  for (const { face, at } of placeGlyphs(text, base, weight)) {
    width += ((at.xAdvance ?? 0) * face.scale) / face.unitsPerEm;
  }
  return width;
}

function* placeGlyphs(text: string, base: "ltr" | "rtl", weight: Weight) {
  for (const run of orderRuns(text, base, typefaces(weight))) {
    const glyphs = new GlyphBuffer();
    glyphs.addText(run.text);
    glyphs.setDirection(run.rightToLeft ? Direction.RTL : Direction.LTR);
    glyphs.guessSegmentProperties();
    shape(run.face.font, glyphs);
    for (const { codepoint: glyph, ...at } of glyphs.getGlyphInfosAndPositions()) {
      yield { face: run.face, glyph, at };
    }
  }
}

// In fonts, the y axis points up; in images, it points down.
const place = (outline: string, x: number, y: number, scale: number): string =>
  `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`;

interface Run {
  text: string;
  face: Typeface;
  level: number;
  rightToLeft: boolean;
}

/** Splits the text into runs of one typeface and one direction, in visual order. */
function orderRuns(text: string, base: "ltr" | "rtl", faces: readonly Typeface[]): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const runs: Run[] = [];
  let index = 0;
  for (const letter of text) {
    const level = levels[index] ?? 0;
    index += letter.length;
    const last = runs.at(-1);
    const face = findFace(letter, last?.face, faces);
    if (!face) continue;
    if (last && last.face === face && last.level === level) last.text += letter;
    else runs.push({ text: letter, face, level, rightToLeft: (level & 1) === 1 });
  }
  return reorder(runs);
}

/** Diacritics, digits and spaces use the typeface of the preceding letter if it covers them. */
function findFace(
  letter: string,
  last: Typeface | undefined,
  faces: readonly Typeface[],
): Typeface | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  if (last?.covers(codePoint) && !/\p{L}/u.test(letter)) return last;
  return faces.find((face) => face.covers(codePoint));
}

/**
 * Reverses every sequence of runs of at least each level, from the highest level down (UAX #9, L2).
 */
function reorder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
        start = end;
      }
    }
  }
  return ordered;
}
