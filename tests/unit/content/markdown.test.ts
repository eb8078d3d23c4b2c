import { describe, expect, it } from "vitest";
import { plainText, readMarkdown } from "#server/markdown.ts";

const text = (words: string) => ({ kind: "text", text: words });
const paragraph = (...children: object[]) => ({ kind: "paragraph", children });

describe("what people write", () => {
  it("becomes paragraphs, with its line breaks, where it is plain", () => {
    expect(readMarkdown("First line\nsecond line\n\nNext.")).toEqual([
      paragraph(text("First line\nsecond line")),
      paragraph(text("Next.")),
    ]);
  });

  it("may be emphasised, listed, quoted and headed", () => {
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

  it("is one line without marks where only words are wanted", () => {
    expect(plainText("## Plan\n\n- **one**\n- [two](https://a.example)\n\nthree\nfour")).toBe(
      "Plan one two three four",
    );
  });
});

describe("what is no part of the subset", () => {
  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onmouseover=alert(1)>b</b>",
    "<svg/onload=alert(1)>",
    "    <script>alert(1)</script>",
    "`<script>`",
  ])("stays text: %s", (written) => {
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
  ])("leads nowhere: %s", (address) => {
    const tree = JSON.stringify(readMarkdown(`[press here](<${address}>)`));
    expect(tree).toContain("press here");
    expect(tree).not.toContain('"link"');
  });

  it("shows no pictures", () => {
    expect(JSON.stringify(readMarkdown("![alt](https://a.example/x.png)"))).not.toContain("image");
  });

  it("leads to other sites and mailboxes by whole addresses only", () => {
    expect(readMarkdown("[a](https://a.example/x?y=1) <mailto:b@c.example>")).toEqual([
      paragraph(
        { kind: "link", href: "https://a.example/x?y=1", children: [text("a")] },
        text(" "),
        { kind: "link", href: "mailto:b@c.example", children: [text("mailto:b@c.example")] },
      ),
    ]);
  });

  it("is read in reasonable depth and length", () => {
    expect(plainText(`${"> ".repeat(2_000)}deep`)).toContain("deep");
    expect(plainText("[".repeat(5_000)).length).toBe(5_000);
    expect(plainText("*a".repeat(2_500)).length).toBeGreaterThan(0);
  });
});
