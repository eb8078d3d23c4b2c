/** Compares the Quran's font with Amiri Quran, on which it is based. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { Blob, Face, Font, Buffer as GlyphBuffer, shape } from "harfbuzzjs";
import { expect, test } from "vitest";
import { surahs } from "#lib/quran/quran.ts";
import { readSurah } from "#server/quran/quran-text.ts";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "../../..");
const context = { config: { quranEditions: ["ar.hafs"] } };

const openFont = (file: Buffer) => new Font(new Face(new Blob(file)));
const ours = openFont(readFileSync(join(root, "src/assets/fonts/halaqa-quran.ttf")));
const amiri = openFont(
  unpackWoff(
    readFileSync(
      require.resolve("@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff"),
    ),
  ),
);

/** Unpacks a WOFF 1.0 file: an OpenType file whose tables are compressed one by one. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const stored = woff.subarray(start, (start ?? 0) + (packed ?? 0));
    const table = packed === length ? stored : inflateSync(stored);
    const to = 12 + 16 * index;
    woff.copy(header, to, entry, entry + 4);
    woff.copy(header, to + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(table.length, to + 12);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...tables]);
}

/**
 * Numbers for outlines that are the same in both fonts. Comparing numbers is faster than comparing
 * paths.
 */
const outlines = new Map<string, number>();
const knownGlyphs = new Map<Font, Map<number, number>>([
  [ours, new Map()],
  [amiri, new Map()],
]);

function outlineOf(font: Font, glyph: number): number {
  const known = knownGlyphs.get(font)?.get(glyph);
  if (known !== undefined) return known;
  const path = font.glyphToPath(glyph);
  const outline = outlines.get(path) ?? outlines.size;
  outlines.set(path, outline);
  knownGlyphs.get(font)?.set(glyph, outline);
  return outline;
}

/** The outlines of a text and their positions. */
function draw(font: Font, text: string): string {
  const glyphs = new GlyphBuffer();
  glyphs.addText(text);
  glyphs.guessSegmentProperties();
  shape(font, glyphs);
  const drawn = glyphs
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance, xOffset, yOffset }) => {
      if (codepoint === 0) expect.fail(`The font has no glyph for a sign of ${text}`);
      return `${outlineOf(font, codepoint)} ${xAdvance} ${xOffset} ${yOffset}`;
    });
  return drawn.join("\n");
}

/** The signs that Amiri expects for the open forms. */
const openSigns: Record<string, string> = {
  "\u0657": "\u08f0",
  "\u065e": "\u08f1",
  "\u0656": "\u08f2",
};

test("the font draws every word of the canonical text as Amiri draws the mapped text", async () => {
  const verses = (await Promise.all(surahs.map(({ number }) => readSurah(context, number)))).flat();
  const words = new Set(verses.flatMap(({ text }) => text.split(" ")));
  expect(words.size).toBeGreaterThan(18_000);
  for (const word of words) {
    const mapped = word.replace(/[\u0657\u065e\u0656]/g, (sign) => openSigns[sign] ?? "");
    if (draw(ours, word) !== draw(amiri, mapped)) expect.fail(`${word} is drawn differently`);
  }
});

test("the font draws the end of a verse around its number", () => {
  expect(draw(ours, "\u06dd\u0662\u0668\u0666")).toBe(draw(amiri, "\u06dd\u0662\u0668\u0666"));
});
