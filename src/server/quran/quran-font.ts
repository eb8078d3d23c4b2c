/** The font of the Quran, for measuring and drawing text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Blob, Face, Font, Buffer as GlyphBuffer, shape } from "harfbuzzjs";

export const quranFontFile = join(import.meta.dirname, "../../assets/fonts/halaqa-quran.ttf");

let loaded: { font: Font; unitsPerEm: number } | undefined;

function load(): { font: Font; unitsPerEm: number } {
  const face = new Face(new Blob(readFileSync(quranFontFile)));
  return { font: new Font(face), unitsPerEm: face.upem };
}

/** The width of a line of the canonical text, in ems. */
export function measureLine(text: string): number {
  loaded ??= load();
  const glyphs = new GlyphBuffer();
  glyphs.addText(text);
  glyphs.guessSegmentProperties();
  shape(loaded.font, glyphs);
  const units = glyphs
    .getGlyphInfosAndPositions()
    .reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
  return units / loaded.unitsPerEm;
}
