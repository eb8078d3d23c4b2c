/**
 * The site's typefaces for pictures. Text becomes outlines of these files, so that a picture looks
 * the same on every machine: what fonts a server has, if any, makes no difference.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Blob, Face, Font } from "harfbuzzjs";

export interface Typeface {
  font: Font;
  /** Font units of one em. */
  unitsPerEm: number;
  /** What makes it look as large as the others at the same size. */
  scale: number;
  covers(codePoint: number): boolean;
}

export type Weight = "regular" | "bold";

// Latin, Cyrillic and Greek; then Arabic with the marks of the Quran.
const files: Record<Weight, readonly { name: string; scale: number }[]> = {
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

/** Typefaces in the order in which they are asked for a character; read once, when first needed. */
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
