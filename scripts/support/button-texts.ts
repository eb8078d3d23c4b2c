/** Finds the texts that are shown on buttons and tabs, where space is limited. */
import { convertToTsx } from "@astrojs/astro2tsx";
import ts from "typescript";

/** Text keys as `noun.key`. */
export function listButtonTexts(file: string, source: string): string[] {
  const code = file.endsWith(".astro") ? convertToTsx(source).code : source;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const nouns = new Map<string, string>();
  const found: string[] = [];

  const addTexts = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const noun = nouns.get(node.expression.getText(tree));
      const [key] = node.arguments;
      if (noun && key && ts.isStringLiteralLike(key)) found.push(`${noun}.${key.text}`);
    }
    ts.forEachChild(node, addTexts);
  };
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer &&
      ts.isCallExpression(node.initializer)
    ) {
      const [noun] = node.initializer.arguments;
      const isTexts = /^get\w*Texts$/.test(node.initializer.expression.getText(tree));
      if (isTexts && noun && ts.isStringLiteralLike(noun)) {
        nouns.set(node.name.getText(tree), noun.text);
      }
    }
    if (ts.isJsxElement(node) && isButton(node.openingElement, tree)) {
      for (const child of node.children) {
        // Longer elements within a button, such as a hint, wrap.
        if (ts.isJsxExpression(child)) addTexts(child);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isButton({ tagName, attributes }: ts.JsxOpeningElement, tree: ts.SourceFile): boolean {
  if (/^(?:button|Button)$/.test(tagName.getText(tree))) return true;
  return attributes.properties.some(
    (each) =>
      ts.isJsxAttribute(each) &&
      /^class/.test(each.name.getText(tree)) &&
      /\b(?:btn|tab)\b/.test(each.initializer?.getText(tree) ?? ""),
  );
}
