import { describe, expect, it } from "vitest";
import { plainText, readMarkdown } from "#server/markdown/markdown.ts";
import { isCheapMarkdown, isRule } from "#server/markdown/markdown-limits.ts";

const text = (words: string) => ({ kind: "text", text: words });
const paragraph = (...children: object[]) => ({ kind: "paragraph", children });

describe("Markdown that people write", () => {
  it("becomes paragraphs with line breaks when it is plain text", () => {
    expect(readMarkdown("First line\nsecond line\n\nNext.")).toEqual([
      paragraph(text("First line\nsecond line")),
      paragraph(text("Next.")),
    ]);
  });

  it("can contain emphasis, lists, quotations and headings", () => {
    expect(readMarkdown("# Plan\n\n- **one**\n- *two*\n\n3. three\n\n> four")).toEqual([
      { kind: "heading", children: [text("Plan")] },
      {
        kind: "list",
        start: undefined,
        items: [
          [paragraph({ kind: "strong", children: [text("one")] })],
          [paragraph({ kind: "emphasis", children: [text("two")] })],
        ],
      },
      { kind: "list", start: 3, items: [[paragraph(text("three"))]] },
      { kind: "quote", blocks: [paragraph(text("four"))] },
    ]);
  });

  it("keeps Arabic as it is", () => {
    expect(plainText("سورة **الملك** كاملة")).toBe("سورة الملك كاملة");
  });

  it("becomes one line of plain text when only text is needed", () => {
    expect(plainText("## Plan\n\n- **one**\n- [two](https://a.example)\n\nthree\nfour")).toBe(
      "Plan · one · two · three four",
    );
    expect(plainText("Bring a mirror.\n\n> سورة الملك؟\n\n1. نعم\n2. لا")).toBe(
      "Bring a mirror. سورة الملك؟ نعم · لا",
    );
  });
});

describe("Markdown outside the supported subset", () => {
  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onmouseover=alert(1)>b</b>",
    "<svg/onload=alert(1)>",
    "    <script>alert(1)</script>",
    "`<script>`",
  ])("is shown as plain text: %s", (written) => {
    expect(readMarkdown(written)).toEqual([paragraph(text(written.trim()))]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#115;cript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "//evil.example",
    "/logout",
    "file:///etc/passwd",
  ])("becomes no link: %s", (address) => {
    const tree = JSON.stringify(readMarkdown(`[press here](<${address}>)`));
    expect(tree).toContain("press here");
    expect(tree).not.toContain('"link"');
  });

  it("shows no images", () => {
    expect(JSON.stringify(readMarkdown("![alt](https://a.example/x.png)"))).not.toContain("image");
  });

  it("becomes links to absolute web and email addresses only", () => {
    expect(readMarkdown("[a](https://a.example/x?y=1) <mailto:b@c.example>")).toEqual([
      paragraph(
        { kind: "link", href: "https://a.example/x?y=1", children: [text("a")] },
        text(" "),
        { kind: "link", href: "mailto:b@c.example", children: [text("mailto:b@c.example")] },
      ),
    ]);
  });
});

/** The nesting depth of blocks and inline elements. */
function depthOf(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  const inner = Object.values(node).map(depthOf);
  return ("kind" in node ? 1 : 0) + Math.max(0, ...inner);
}

const times = (words: string, length = 5_000) =>
  words.repeat(Math.ceil(length / words.length)).slice(0, length);

describe("hostile Markdown", () => {
  it.each([
    ["a line of list marks", `${times("- ", 4_980)}a`],
    ["a line of other list marks", times("+ ")],
    ["a line of numbers", times("1. ")],
    ["a line of quotation marks", times(">")],
    ["lists in quotations", times("> - 1. ")],
    ["a list that every line indents further", listDeeper(90)],
    ["a deep list before thousands of blank lines", `${"- ".repeat(500)}a${"\n".repeat(3_999)}`],
    ["a deep quotation with lazy lines", `${">".repeat(2_000)}a\n${"b\n".repeat(1_490)}`],
    ["emphasis in emphasis", `${"*".repeat(2_500)}a${"*".repeat(2_499)}`],
    ["emphasis that is never closed", times("*a_ ")],
    ["few marks, all in each other", `${"*_".repeat(55)}a${"_*".repeat(55)}`],
    ["brackets in brackets", "[".repeat(2_500) + "]".repeat(2_500)],
    ["links in links", `${"[".repeat(1_200)}a${"](b)".repeat(950)}`],
    ["definitions of links", times("[a]: b\n")],
    ["thousands of lines", times("a\n")],
    ["more text than any form accepts", times("*a* ", 1_000_000)],
  ])("is flattened without losing text: %s", (_what, written) => {
    expect(depthOf(readMarkdown(written))).toBeLessThanOrEqual(16);
    const letters = (words: string) => words.replaceAll(/[^a-z]/gu, "").length;
    expect(letters(plainText(written))).toBe(letters(written));
  });

  it("is checked in linear time", () => {
    // Quadratic patterns would take hours and exceed the test's timeout.
    for (const blank of [" ", "\t", " \t", "- ", "* ", "_\t"]) {
      expect(isCheapMarkdown(`a\n${blank.repeat(4_999)}`)).toBe(true);
      expect(isRule(`${blank.repeat(3_000_000)}a`), blank).toBe(false);
    }
  });

  it("does not flatten ordinary nested lists", () => {
    const written =
      "1. one\n   - two\n     - three\n\n> **quoted**\n\n* * * * * * * *\n\n______________";
    expect(readMarkdown(written).map(({ kind }) => kind)).toEqual([
      "list",
      "quote",
      "rule",
      "rule",
    ]);
    expect(depthOf(readMarkdown(written))).toBe(5);
  });
});

function listDeeper(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${" ".repeat(level * 2)}- a`).join("\n");
}
