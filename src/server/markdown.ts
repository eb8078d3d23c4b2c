/**
 * The subset of Markdown in which people may write: paragraphs, emphasis, lists, quotations,
 * headings, rules and links. It is read into a small tree, never into HTML, so that whatever else
 * somebody writes (HTML, images, code) stays the text that it is.
 */
import { fromMarkdown } from "mdast-util-from-markdown";

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "break" }
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "link"; href: string; children: Inline[] };

export type Block =
  | { kind: "paragraph" | "heading"; children: Inline[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; start: number | undefined; items: Block[][] }
  | { kind: "rule" };

type Node = ReturnType<typeof fromMarkdown>["children"][number];

/** What is no part of the subset, and is taken literally. */
const literal = [
  "htmlFlow",
  "htmlText",
  "codeIndented",
  "codeFenced",
  "codeText",
  "labelStartImage",
  "definition",
  "setextUnderline",
];

/** Reads a text; one that is no Markdown becomes its paragraphs. */
export function readMarkdown(text: string): Block[] {
  const tree = fromMarkdown(text, { extensions: [{ disable: { null: literal } }] });
  return tree.children.flatMap(toBlocks);
}

/** The words alone, without the marks, in one line. */
export function plainText(text: string): string {
  return readMarkdown(text).map(blockText).join(" ").replaceAll(/\s+/gu, " ").trim();
}

function toBlocks(node: Node): Block[] {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return [{ kind: node.type, children: node.children.flatMap(toInlines) }];
    case "blockquote":
      return [{ kind: "quote", blocks: node.children.flatMap(toBlocks) }];
    case "list": {
      const start = node.ordered ? (node.start ?? 1) : undefined;
      const items = node.children.map(({ children }) => children.flatMap(toBlocks));
      return [{ kind: "list", start, items }];
    }
    case "thematicBreak":
      return [{ kind: "rule" }];
    default:
      return [];
  }
}

function toInlines(node: Node): Inline[] {
  switch (node.type) {
    case "text":
      return [{ kind: "text", text: node.value }];
    case "break":
      return [{ kind: "break" }];
    case "strong":
    case "emphasis":
      return [{ kind: node.type, children: node.children.flatMap(toInlines) }];
    case "link": {
      const children = node.children.flatMap(toInlines);
      const href = safeHref(node.url);
      return href === undefined ? children : [{ kind: "link", href, children }];
    }
    default:
      return [];
  }
}

/** Whole addresses of other sites and of mailboxes; scripts and data have none. */
function safeHref(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && ["https:", "http:", "mailto:"].includes(parsed.protocol)
    ? parsed.href
    : undefined;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return inlineText(block.children);
    case "quote":
      return block.blocks.map(blockText).join(" ");
    case "list":
      return block.items.map((item) => item.map(blockText).join(" ")).join(" ");
    case "rule":
      return "";
  }
}

function inlineText(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === "text") return inline.text;
      return inline.kind === "break" ? " " : inlineText(inline.children);
    })
    .join("");
}
