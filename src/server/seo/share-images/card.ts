/**
 * The design of a share image: a paper background, the eight-pointed star, and the subject of the
 * page. In languages that are written from right to left, it is mirrored.
 */
import { getDirection } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { shareImageSize } from "../paths.ts";
import { fitText } from "./fit-text.ts";
import { type ShapedLine, shapeLine } from "./shape-text.ts";

export interface Card {
  /** The kind of page, in one or two words. */
  kind: string;
  title: string;
  /** At most three facts, shown below the title. */
  facts: readonly string[];
  /** Text of the Quran to show instead of the title, if all of it fits. */
  verse?: string;
}

const { width, height } = shareImageSize;
// The colors of the light theme.
const colors = {
  paper: "#f7f0e2",
  ink: "#29281f",
  green: "#1c5b40",
  accent: "#8a5a1c",
  quiet: "#5f5b4d",
};
/** The space beside the text, on the side where lines start. */
const inset = 88;
const textWidth = 720;
const starWidth = 56;
const sizes = [
  { size: 84, lines: 2 },
  { size: 68, lines: 3 },
  { size: 56, lines: 4 },
];
// Arabic needs more line height for its diacritics.
const arabicSizes = [
  { size: 64, lines: 2 },
  { size: 46, lines: 3 },
];
const verseSizes = [
  { size: 72, lines: 2 },
  { size: 56, lines: 3 },
  { size: 44, lines: 4 },
  { size: 36, lines: 5 },
];
/** Letters and marks. Longer verses don't fit even in the smallest size. */
const maxVerseLength = 520;
const leading = 1.22;
const arabicLeading = 2.1;
const verseLeading = 1.9;

/** The image as SVG. It contains paths instead of text elements. */
export function drawCard({ kind, title, facts, verse }: Card): string {
  const { fitted, lineHeight } = (verse && fitVerse(verse)) || fitTitle(title);
  // The title is vertically centered between the name above and the facts below.
  const top = 330 - (lineHeight * (fitted.lines.length - 1)) / 2 + fitted.size * 0.36;
  const direction = getDirection();
  // The left edge of an element of the given size, with the given space on the side where lines
  // start.
  const from = (space: number, size: number) =>
    direction === "rtl" ? width - space - size : space;
  const endsRight = direction === "ltr" && fitted.rightToLeft;
  const titleLines = fitted.lines.map((line, index) => {
    const x = endsRight ? inset + textWidth - line.width : from(inset, line.width);
    return at(x, top + index * lineHeight, colors.ink, line);
  });
  const name = shapeLine(site.name, direction, { size: 38, weight: "bold" });
  const kindLine = shapeLine(kind, direction, { size: 28, weight: "regular" });
  const factsText = fitText(facts.map(isolatedInRtl).join("  ·  "), {
    width: textWidth,
    sizes: [32, 27, 23].map((size) => ({ size, lines: 1 })),
    weight: "regular",
    direction,
  });
  const nameSpace = inset + starWidth + 20;
  const kindSpace = nameSpace + name.width + 22;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${colors.paper}"/>
<rect x="${from(0, 14)}" width="14" height="${height}" fill="${colors.green}"/>
<g transform="translate(${from(1092, 0)} 315)" stroke="${colors.accent}" fill="none" stroke-linejoin="round">${rosette}</g>
<g transform="translate(${from(inset, starWidth)} 72) scale(1.75)" stroke="${colors.green}" fill="none" stroke-width="1.8" stroke-linejoin="round">${smallStar(colors.green)}</g>
${at(from(nameSpace, name.width), 113, colors.green, name)}
${at(from(kindSpace, kindLine.width), 113, colors.quiet, kindLine)}
${titleLines.join("\n")}
${factsText.lines.map((line) => at(from(inset, line.width), 548, colors.quiet, line)).join("")}
</svg>`;
}

function fitTitle(title: string) {
  const isArabic = /\p{Script=Arabic}/u.test(title);
  const fitted = fitText(title, {
    width: textWidth,
    sizes: isArabic ? arabicSizes : sizes,
    weight: "bold",
  });
  return { fitted, lineHeight: fitted.size * (isArabic ? arabicLeading : leading) };
}

/** Undefined if the verse is too long: a part of it isn't shown as if it were the verse. */
function fitVerse(verse: string) {
  if (verse.length > maxVerseLength) return undefined;
  const fitted = fitText(verse, { width: textWidth, sizes: verseSizes, weight: "quran" });
  return fitted.isWhole ? { fitted, lineHeight: fitted.size * verseLeading } : undefined;
}

const at = (x: number, y: number, color: string, line: ShapedLine): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" fill="${color}">${line.paths}</g>`;

/** An eight-pointed star: two squares, one rotated by 45°, with their corners at `radius`. */
function star(radius: number): string {
  const half = (radius / Math.SQRT2).toFixed(1);
  const side = (radius * Math.SQRT2).toFixed(1);
  return `<path d="M-${half}-${half}h${side}v${side}h-${side}z"/><path d="M0-${radius}L${radius} 0 0 ${radius}-${radius} 0z"/>`;
}

const rings = [
  { radius: 290, width: 1.2, opacity: 0.28 },
  { radius: 250, width: 2.4, opacity: 0.6 },
  { radius: 205, width: 1.2, opacity: 0.4 },
  { radius: 150, width: 2, opacity: 0.75 },
  { radius: 96, width: 1.4, opacity: 0.55 },
  { radius: 44, width: 2.6, opacity: 0.9 },
];
const rosette = rings
  .map(
    (ring) => `<g stroke-width="${ring.width}" opacity="${ring.opacity}">${star(ring.radius)}</g>`,
  )
  .join("");

const smallStar = (color: string): string =>
  `<path d="M7 7h18v18H7z"/><path d="M16 3.3 28.7 16 16 28.7 3.3 16z"/><circle cx="16" cy="16" r="2.5" fill="${color}" stroke="none"/>`;
