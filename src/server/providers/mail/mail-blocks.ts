/** Markdown in emails, as HTML with inline styles and as plain text. */
import { html, raw } from "hono/html";
import type { Block, Inline } from "../../markdown/markdown.ts";
import { mailFont as font } from "./mail-font.ts";

type Html = ReturnType<typeof raw>;

const textStyle = `font:400 16px/1.6 ${font};color:#29281f;overflow-wrap:anywhere`;

export const blocksAsHtml = (blocks: readonly Block[]): Html =>
  joined(blocks.map((block) => blockAsHtml(block)));

const joined = (parts: readonly { toString(): string }[]): Html =>
  raw(parts.map((part) => part.toString()).join(""));

function blockAsHtml(block: Block): Html {
  switch (block.kind) {
    case "paragraph":
      return joined([
        html`<p class="text" style="margin:0 0 16px;${raw(textStyle)}">${inlinesAsHtml(block.children)}</p>
`,
      ]);
    case "heading":
      return joined([
        html`<h2 class="title" style="margin:24px 0 12px;font:700 18px/1.4 ${raw(font)};color:#29281f">${inlinesAsHtml(block.children)}</h2>
`,
      ]);
    case "quote":
      return joined([
        html`<blockquote class="quote" style="margin:0 0 16px;padding:0;padding-inline-start:16px;border-inline-start:3px solid #e5d9c1">
${blocksAsHtml(block.blocks)}</blockquote>
`,
      ]);
    case "list": {
      const items = joined(
        block.items.map(
          (
            item,
          ) => html`<li class="text" style="margin:0 0 8px;${raw(textStyle)}">${itemAsHtml(item)}</li>
`,
        ),
      );
      const style = raw("margin:0 0 16px;padding:0;padding-inline-start:24px");
      return joined([
        block.start === undefined
          ? html`<ul style="${style}">
${items}</ul>
`
          : html`<ol start="${block.start}" style="${style}">
${items}</ol>
`,
      ]);
    }
    case "rule":
      return raw(
        '<hr class="quote" style="margin:24px 0;border:0;border-top:1px solid #e5d9c1">\n',
      );
  }
}

/** A paragraph in a list needs no margin. */
const itemAsHtml = (blocks: readonly Block[]): Html =>
  joined(
    blocks.map((block) =>
      block.kind === "paragraph" ? inlinesAsHtml(block.children) : blockAsHtml(block),
    ),
  );

const inlinesAsHtml = (inlines: readonly Inline[]): Html => joined(inlines.map(inlineAsHtml));

function inlineAsHtml(inline: Inline): Html {
  switch (inline.kind) {
    case "text":
      return joined([html`${inline.text}`]);
    case "break":
      return raw("<br>");
    case "strong":
      return joined([html`<strong>${inlinesAsHtml(inline.children)}</strong>`]);
    case "emphasis":
      return joined([html`<em>${inlinesAsHtml(inline.children)}</em>`]);
    case "link":
      return joined([
        html`<a href="${inline.href}" style="color:#1c5b40">${inlinesAsHtml(inline.children)}</a>`,
      ]);
  }
}

/** One entry for each paragraph. */
export const blocksAsText = (blocks: readonly Block[]): string[] => blocks.map(blockAsText);

function blockAsText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return inlinesAsText(block.children);
    case "quote":
      return prefixLines(blocksAsText(block.blocks).join("\n\n"), "> ", "> ");
    case "list":
      return block.items
        .map((item, index) => {
          const marker = block.start === undefined ? "- " : `${block.start + index}. `;
          return prefixLines(blocksAsText(item).join("\n"), marker, " ".repeat(marker.length));
        })
        .join("\n");
    case "rule":
      return "* * *";
  }
}

const prefixLines = (text: string, first: string, others: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? first : others) + line)
    .join("\n");

const inlinesAsText = (inlines: readonly Inline[]): string => inlines.map(inlineAsText).join("");

function inlineAsText(inline: Inline): string {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "break":
      return "\n";
    case "strong":
    case "emphasis":
      return inlinesAsText(inline.children);
    case "link": {
      const label = inlinesAsText(inline.children);
      const target = inline.href.replace(/^mailto:/, "");
      return label === target || label === inline.href ? target : `${label} (${target})`;
    }
  }
}
