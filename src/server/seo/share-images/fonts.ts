/**
 * The site's typefaces for images. Text is drawn as outlines from these files, so that images look
 * the same on every machine, regardless of its installed fonts.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Blob, Face, Font } from "harfbuzzjs";
import { quranFontFile } from "../../quran/quran-font.ts";

export interface Typeface {
  font: Font;
  /** Font units per em. */
  unitsPerEm: number;
  /** The factor that makes the typefaces look equally large at the same size. */
  scale: number;
  covers(codePoint: number): boolean;
}

/** `quran` is the font of the Quran, for canonical text only. */
export type Weight = "regular" | "bold" | "quran";

// Latin, Cyrillic and Greek, followed by Arabic with the Quran's diacritics.
const files: Record<Weight, readonly { name: string; scale: number }[]> = {
  quran: [{ name: pathToFileURL(quranFontFile).href, scale: 1 }],
  regular: [
    { name: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf", scale: 1 },
    { name: "@expo-google-fonts/amiri/400Regular/Amiri_400Regular.ttf", scale: 1.2 },
  ],
  bold: [
    { name: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf", scale: 1 },
    { name: "@expo-google-fonts/amiri/700Bold/Amiri_700Bold.ttf", scale: 1.2 },
  ],
};

const loaded = new Map<Weight, readonly Typeface[]>();

/** Typefaces in order of preference. They are loaded when first needed, and only once. */
export function typefaces(weight: Weight): readonly Typeface[] {
  const known = loaded.get(weight);
  if (known) return known;
  const faces = files[weight].map(load);
  loaded.set(weight, faces);
  return faces;
}

function load({ name, scale }: { name: string; scale: number }): Typeface {
  const face = new Face(new Blob(readFileSync(fileURLToPath(import.meta.resolve(name)))));
  const covered = new Set(face.collectUnicodes());
  return {
    font: new Font(face),
    unitsPerEm: face.upem,
    scale,
    covers: (codePoint) => covered.has(codePoint),
  };
}
