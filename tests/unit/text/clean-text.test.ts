import { describe, expect, it } from "vitest";
import { cleanProse, toCleanLine } from "#lib/text/clean-text.ts";
import { excerpt } from "#lib/text/excerpt.ts";
import { splitLinks } from "#lib/text/links.ts";
import { prose, requiredLine } from "#lib/text/text-schemas.ts";

describe("cleaning one line", () => {
  const title = requiredLine(20, "Title is required");

  it.each([
    ["\u202egnicir\u202c", "gnicir"],
    ["Tajweed\u2066 1", "Tajweed 1"],
    ["Tajweed\u000bfor\u2028all", "Tajweed for all"],
    ["Tajweed\u001b[31m", "Tajweed[31m"],
    ["قرآن\u200f!", "قرآن\u200f!"],
    ["किताब क्\u200dष", "किताब क्\u200dष"],
    ["🏴\u{e0067}\u{e0062}\u{e007f}", "🏴\u{e0067}\u{e0062}\u{e007f}"],
  ])(
    "keeps visible characters and removes those that reverse or break the line: %j",
    (written, stored) => {
      expect(title.safeParse(written).data).toBe(stored);
    },
  );

  it("rejects a line in which nothing visible is left", () => {
    expect(title.safeParse("\u202e\u200b").error?.issues[0]?.message).toBe("Title is required");
  });

  it("makes the text of older rows safe for other programs", () => {
    expect(toCleanLine(" a\u000bb\r\nc\u202ed\ud800 ")).toBe("a b cd\ufffd");
  });
});

describe("cleaning several lines", () => {
  it.each([
    ["a\r\nb\u2028c\u000bd", "a\nb\nc\nd"],
    ["a \u2067עברית\u2069 b", "a \u2067עברית\u2069 b"],
    ["a \u202bעברית\nb\u202c", "a עברית\nb"],
    ["a \u2067\u202bx\u2069\u202c", "a x"],
    ["a \u202eb\u202c", "a b"],
    ["tab\tstays", "tab\tstays"],
  ])("keeps direction marks that end where they began: %j", (written, stored) => {
    expect(prose(100).safeParse(written).data).toBe(stored);
    expect(cleanProse(stored)).toBe(stored);
  });
});

it("an excerpt never ends in the middle of a character", () => {
  const cut = excerpt("😀".repeat(200), 100);
  expect(cut).toBe(`${"😀".repeat(49)}…`);
});

it("the end of a web address is found whatever it contains", () => {
  const address = `https://a.example/${")".repeat(2_000)}x`;
  expect(splitLinks(`${address}).`)).toEqual([{ text: address, href: address }, { text: ")." }]);
});
