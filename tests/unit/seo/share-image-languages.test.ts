/** Share images in each language: letters of its script, in its direction. */
import sharp from "sharp";
import { expect, test } from "vitest";
import { type Language, languageFacts, languages } from "#lib/languages.ts";
import { formatPrice } from "#lib/payments/money.ts";
import { type Card, drawCard } from "#server/seo/share-images/card.ts";
import { typefaces } from "#server/seo/share-images/fonts.ts";
import { shapeLine } from "#server/seo/share-images/shape-text.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("site");
const courses = getTexts("courses");

/** The site's image, and a course's facts. */
const siteCard = (): Card => ({
  kind: t("meaning"),
  title: t("server.share.title"),
  facts: [t("server.share.fact")],
});
const courseCard = (): Card => ({
  kind: t("server.share.course"),
  title: courses("category.Tajweed"),
  facts: [t("server.share.with", { teacher: "Yusuf" }), courses("level.Beginner"), formatPrice(20)],
});

/** The color of the background. */
const paper = [247, 240, 226];

/** The first and last column with ink in a region of the image. */
async function findInk(
  svg: string,
  region: { left: number; top: number; width: number; height: number },
): Promise<{ first: number; last: number }> {
  const { data, info } = await sharp(Buffer.from(svg))
    .extract(region)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
    const isInk = paper.some(
      (value, channel) => Math.abs(value - (data[pixel * 3 + channel] ?? 0)) > 60,
    );
    if (!isInk) continue;
    const column = region.left + (pixel % info.width);
    first = Math.min(first, column);
    last = Math.max(last, column);
  }
  return { first, last };
}

const draw = (language: Language, card: () => Card): string =>
  runWithLanguage(language, () => drawCard(card()));

test.for(languages)(
  "the typefaces of share images have all letters of the language %s",
  (language) => {
    const cards = runWithLanguage(language, () => [siteCard(), courseCard()]);
    const missing = (["regular", "bold"] as const).flatMap((weight) =>
      cards
        .flatMap(({ kind, title, facts }) => [...kind, ...title, ...facts.join("")])
        .filter((letter) => /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(letter))
        .filter(
          (letter) => !typefaces(weight).some((face) => face.covers(letter.codePointAt(0) ?? 0)),
        ),
    );
    expect(missing).toEqual([]);
  },
);

test.for(["ar", "ur"] satisfies Language[])(
  "the letters of share images are joined in the language %s",
  (language) => {
    const { title, kind } = runWithLanguage(language, siteCard);
    for (const [text, weight] of [
      [title, "bold"],
      [kind, "regular"],
    ] as const) {
      const style = { size: 100, weight };
      const alone = [...text].reduce(
        (sum, letter) => sum + shapeLine(letter, "rtl", style).width,
        0,
      );
      expect(shapeLine(text, "rtl", style).width).toBeLessThan(0.9 * alone);
    }
  },
);

const names = { left: 60, top: 60, width: 1_080, height: 75 };
const facts = { left: 60, top: 515, width: 1_080, height: 50 };

test.for(languages)(
  "share images in the language %s start on the side where its lines start",
  async (language) => {
    const isRtl = languageFacts[language].direction === "rtl";
    for (const svg of [draw(language, siteCard), draw(language, courseCard)]) {
      const bar = await findInk(svg, { left: 0, top: 300, width: 1_200, height: 2 });
      expect(isRtl ? bar.last : bar.first).toBe(isRtl ? 1_199 : 0);
      for (const region of [names, facts]) {
        // The rosette is on the other side.
        const half = isRtl ? { left: 600, width: 540 } : { left: 60, width: 540 };
        const { first, last } = await findInk(svg, { ...region, ...half });
        // Letters include some space at their sides.
        expect(Math.abs(isRtl ? 1_112 - last : first - 88)).toBeLessThan(14);
      }
    }
  },
);

test("the first fact of an Arabic share image is on the right, even in Latin letters", () => {
  const outlines = (svg: string) =>
    [...svg.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => outline);
  const [letter] = outlines(shapeLine("d", "ltr", { size: 32, weight: "regular" }).paths);
  const svg = draw("ar", () => ({ kind: "دورة", title: "التجويد", facts: ["Tajweed", "الحفظ"] }));
  const line = svg.slice(svg.lastIndexOf("<g"));
  expect(outlines(line).at(-1)).toBe(letter);
});
