/** Finds texts in the source that people see and that belong in the catalogs. */
import { convertToTsx } from "@astrojs/astro2tsx";
import ts from "typescript";

export interface HardcodedText {
  /** Starts at 1. For an Astro file, it counts the lines of the TSX that it is converted to. */
  line: number;
  text: string;
}

/** Attributes and properties that contain texts. */
const textNames = new Set(
  "advice alt aria-description aria-label aria-roledescription ariaLabel because closeLabel description empty error fallback heading hint intro label lead message missing note openLabel placeholder preheader question reason subject summary text title".split(
    " ",
  ),
);

/** Calls whose arguments people read. Other errors are for operators and developers. */
const textCalls = /^(?:AppError|ApiError|tooManyAttempts|alert|confirm)$/;
/** Calls of schemas, whose first text is a message. */
const schemaCalls =
  /^z\.(?:string|number|boolean|array|enum|literal|union|object|regex|refine|minLength|maxLength|minimum|maximum|int|uuid|email|url|gte|lte|iso\.\w+)$/;
/** Calls that write for programs, operators or developers. */
const codeCalls =
  /^(?:documented|doc|\w*[lL]og\.\w+|console\.\w+|t|t\.html|t\.rich|\w*[tT]exts(?:\.\w+)?)$/;
const codeElements = /^(?:style|script|code|kbd|pre)$/;

/** A text has two letters in a row. Names that are the same in all languages don't count. */
const names =
  /\b(?:Halaqa|Zoom|Stripe|Google|Apple|Outlook|Markdown|JSON|CSV|PDF|GMT|UTC|RSS|HH:mm|YYYY|MM|DD)\b/g;
const isText = (text: string): boolean =>
  /\p{Script=Latin}{2}/u.test(
    text.replaceAll(names, "").replaceAll(/https?:\S+|\S+@\S+|&\w+;/g, ""),
  );

/** Something that programs read, such as a class, a path, an ID or a media type. */
const isCode = (text: string): boolean => /^[a-z\d#.:/_[\]{}=-]+$/.test(text.trim());

export function findHardcodedTexts(file: string, source: string): HardcodedText[] {
  const code = file.endsWith(".astro") ? convertToTsx(source).code : source;
  const kind = /\.(?:astro|tsx)$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const found: HardcodedText[] = [];

  const report = (node: ts.Node, text: string): void => {
    const start = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ line: start.line + 1, text });
  };
  const add = (node: ts.Node, text: string): void => {
    const line = text.replaceAll(/\s+/g, " ").trim();
    if (isText(line)) report(node, line);
  };
  /** Adds the texts that an expression can have. */
  const addValue = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      if (!isCode(node.text)) add(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      const text = parts.map((part) => part.text).join("…");
      if (!isCode(text.replaceAll("…", "")) && !/^\s*</.test(text)) add(node, text);
    } else if (ts.isConditionalExpression(node)) {
      addValue(node.whenTrue);
      addValue(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      addValue(node.left);
      addValue(node.right);
    } else if (ts.isArrowFunction(node) || ts.isParenthesizedExpression(node)) {
      addValue(ts.isArrowFunction(node) ? node.body : node.expression);
    } else if (ts.isJsxExpression(node) && node.expression) addValue(node.expression);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxElement(node) && codeElements.test(node.openingElement.tagName.getText(tree)))
      return;
    if (ts.isJsxText(node)) {
      add(node, node.text);
      // Arabic and Urdu have their own commas, so a comma between two texts belongs to a catalog.
      if (/^\s*[,;]/.test(node.text)) report(node, node.text.trim());
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) addValue(node);
    else if (ts.isJsxAttribute(node)) {
      if (textNames.has(node.name.getText(tree)) && node.initializer) addValue(node.initializer);
    } else if (ts.isPropertyAssignment(node)) {
      if (textNames.has(node.name.getText(tree))) addValue(node.initializer);
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = node.expression.getText(tree);
      if (codeCalls.test(called)) return;
      const [first, second, ...others] = node.arguments ?? [];
      if (textCalls.test(called))
        for (const each of [first, second, ...others]) each && addValue(each);
      if (schemaCalls.test(called)) for (const each of [first, second]) each && addMessage(each);
    }
    ts.forEachChild(node, visit);
  };
  const addMessage = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && !node.text.includes(" ")) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) addValue(node);
  };
  visit(tree);
  return found;
}
