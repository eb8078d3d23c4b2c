import { Font } from "harfbuzzjs";
import { describe, expect, it, vi } from "vitest";
import { drawCard } from "#server/seo/share-images/card.ts";
import { fitText } from "#server/seo/share-images/fit-text.ts";
import { shapeLine } from "#server/seo/share-images/shape-text.ts";

const style = { size: 100, weight: "bold" } as const;
const box = {
  width: 700,
  sizes: [
    { size: 80, lines: 2 },
    { size: 40, lines: 3 },
  ],
  weight: "bold",
} as const;
const glyphs = (text: string) => shapeLine(text, "ltr", style).paths.split("<path").length - 1;

describe("a shaped line of text", () => {
  it("joins Arabic letters, so that they are narrower than isolated letters", () => {
    const alone = [..."التجويد"].reduce(
      (sum, letter) => sum + shapeLine(letter, "rtl", style).width,
      0,
    );
    expect(shapeLine("التجويد", "rtl", style).width).toBeLessThan(0.9 * alone);
  });

  it("draws a part in the other direction where necessary", () => {
    const mixed = shapeLine("Tajweed التجويد two", "ltr", style);
    const parts = ["Tajweed ", "التجويد", " two"].map(
      (part) => shapeLine(part, "ltr", style).width,
    );
    const sum = parts.reduce((total, width) => total + width, 0);
    // The spaces may come from either typeface.
    expect(Math.abs(mixed.width - sum)).toBeLessThan(0.2 * style.size);
    const first = Number(/translate\(([\d.]+)/.exec(mixed.paths)?.[1]);
    expect(first).toBe(0);
  });

  it("supports accented Latin, Cyrillic and Greek, and omits characters without a typeface", () => {
    expect(glyphs("Nguyễn Иван Ωμέγα")).toBeGreaterThan(12);
    expect(glyphs("🎉日本")).toBe(0);
    expect(glyphs("A🎉B")).toBe(2);
  });
});

describe("a fitted title", () => {
  it("has the largest size at which all of it fits", () => {
    expect(fitText("Short", box)).toMatchObject({ size: 80, rightToLeft: false });
    expect(fitText("A longer title that needs some more lines than two of them", box).size).toBe(
      40,
    );
  });

  it("breaks lines within the width, even inside an extremely long word", () => {
    const { lines } = fitText("x".repeat(60), box);
    expect(lines.length).toBeGreaterThan(1);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(box.width);
  });

  it("ends with an ellipsis when it doesn't fit at any size, and stays within the width", () => {
    const { lines } = fitText("word ".repeat(60), box);
    expect(lines).toHaveLength(3);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(box.width);
  });

  it("is right-aligned when it starts with right-to-left text", () => {
    expect(fitText("التجويد for all", box).rightToLeft).toBe(true);
  });
});

it("a share image contains outlines only: no text that needs fonts, and no scripts", () => {
  const svg = drawCard({ kind: "Course", title: "</svg><script>x</script>", facts: ["a & b"] });
  expect(svg).not.toMatch(/<text|<script|font/);
});

it.each([
  ["intricate letters", "\ufdfa".repeat(120)],
  ["both directions in turn", "a\u0627".repeat(60)],
  ["one long word", "i".repeat(120)],
])("a card draws each letter of its title once, however often it is measured: %s", (_, title) => {
  const drawn = vi.spyOn(Font.prototype, "glyphToPath");
  drawCard({ kind: "Course", title, facts: [] });
  // The site's name and the kind of the page are drawn too.
  expect(drawn.mock.calls.length).toBeLessThan(title.length + 30);
  drawn.mockRestore();
});
