import { expect, test } from "vitest";
import { readMarkdown } from "#server/markdown/markdown.ts";
import { layout, showInTheme } from "#server/providers/mail/layout.ts";
import { blocksAsText } from "#server/providers/mail/mail-blocks.ts";

const write = (body: string) =>
  layout({
    recipientName: null,
    title: "News",
    preheader: "",
    paragraphs: [],
    blocks: readMarkdown(body),
    because: null,
  });

const body = `## Courses

Hello **all**, *again*:

- one
- [two](https://example.org/?a=1&b=2)

3. three

> quoted

---

<b onclick="x">no</b> ![](https://evil.test/x.png) [bad](javascript:alert(1))`;

test("Markdown in an email becomes HTML with inline styles, and nothing else does", () => {
  const { html } = write(body);
  expect(html).toContain("<strong>all</strong>");
  expect(html).toContain("<em>again</em>");
  expect(html).toMatch(/<h2 [^>]*>Courses<\/h2>/);
  expect(html).toMatch(/<li [^>]*>one<\/li>/);
  expect(html).toContain('<a href="https://example.org/?a=1&amp;b=2" style=');
  expect(html).toContain('<ol start="3"');
  expect(html).toContain("<blockquote");
  expect(html).toContain("<hr");
  expect(html).toContain("&lt;b onclick=&quot;x&quot;&gt;no&lt;/b&gt;");
  expect(html).not.toMatch(/<img|javascript:|<b /);
});

test("Markdown in an email is readable as plain text", () => {
  expect(blocksAsText(readMarkdown(body))).toEqual([
    "Courses",
    "Hello all, again:",
    "- one\n- two (https://example.org/?a=1&b=2)",
    "3. three",
    "> quoted",
    "* * *",
    expect.stringContaining('<b onclick="x">no</b>'),
  ]);
});

test("a preview shows one theme, whatever theme the browser has", () => {
  const { html } = write("Hello");
  expect(showInTheme(html, "dark")).toContain("@media all{");
  expect(showInTheme(html, "light")).toContain("@media not all{");
  for (const theme of ["dark", "light"] as const) {
    expect(showInTheme(html, theme)).not.toContain("prefers-color-scheme");
  }
});
