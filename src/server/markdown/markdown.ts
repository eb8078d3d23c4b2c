/**
 * The supported subset of Markdown: paragraphs, emphasis, lists, quotations, headings, thematic
 * breaks and links. It is parsed into a small tree, never into HTML, so everything else (HTML,
 * images, code) stays plain text.
 */
import { fromMarkdown } from "mdast-util-from-markdown";
import { joinParts } from "#lib/text/join-parts.ts";
import { isCheapMarkdown } from "./markdown-limits.ts";

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

/** Unsupported constructs, which stay plain text. */
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

/** The maximum nesting of emphasis. Deeper text loses its emphasis. */
const maxInlineDepth = 6;

/**
 * Parses Markdown. Text that would be expensive to parse is split into plain paragraphs instead.
 * This is checked again here, because stored text may predate the validation.
 */
export function readMarkdown(text: string): Block[] {
  if (!isCheapMarkdown(text)) return readParagraphs(text);
  const tree = fromMarkdown(text, { extensions: [{ disable: { null: literal } }] });
  return tree.children.flatMap(toBlocks);
}

/** The text without Markdown syntax, in one line. */
export function plainText(text: string): string {
  return joinParts(readMarkdown(text).flatMap(listTexts));
}

/** Splits the text at blank lines into plain paragraphs. */
function readParagraphs(text: string): Block[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/u)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({ kind: "paragraph", children: [{ kind: "text", text: part }] }));
}

function toBlocks(node: Node): Block[] {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return [{ kind: node.type, children: readInlines(node.children) }];
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

const readInlines = (nodes: Node[]): Inline[] => nodes.flatMap((node) => toInlines(node, 0));

function toInlines(node: Node, depth: number): Inline[] {
  const readChildren = (nodes: Node[]) => nodes.flatMap((child) => toInlines(child, depth + 1));
  switch (node.type) {
    case "text":
      return [{ kind: "text", text: node.value }];
    case "break":
      return [{ kind: "break" }];
    case "strong":
    case "emphasis": {
      const children = readChildren(node.children);
      return depth < maxInlineDepth ? [{ kind: node.type, children }] : children;
    }
    case "link": {
      const children = readChildren(node.children);
      const href = safeHref(node.url);
      return href === undefined ? children : [{ kind: "link", href, children }];
    }
    default:
      return [];
  }
}

/** Returns absolute web and email URLs. Undefined for all others, such as `javascript:` and `data:`. */
function safeHref(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && ["https:", "http:", "mailto:"].includes(parsed.protocol)
    ? parsed.href
    : undefined;
}

/** The texts of a block: one for each paragraph, heading and list item. */
function listTexts(block: Block): string[] {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return [inlineText(block.children)];
    case "quote":
      return block.blocks.flatMap(listTexts);
    case "list":
      return block.items.flat().flatMap(listTexts);
    case "rule":
      return [];
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
