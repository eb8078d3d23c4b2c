/** The phrases that `npm run lint` rejects, and their replacements. The glossary is in CONTRIBUTING.md. */
import ts from "typescript";

export type LanguageProblem = {
  /** Starts at 1. */
  line: number;
  found: string;
  instead: string;
};

type Rule = {
  pattern: RegExp;
  instead: string;
  /** The rule applies only to prose: Markdown and comments. */
  proseOnly?: true;
};

const rules: Rule[] = [
  // American spelling. Names that are stored or sent stay British: the tables and columns named `enrolment…`,
  // the metadata key `enrolmentId`, the field `memorised`, the status 'cancelled' and iCalendar's CANCELLED.
  {
    pattern: /\b\w*enrol(?!l|ments?_|ment_id|mentId\b|ments\b)\w*/gi,
    instead: "enroll, enrollment",
  },
  { pattern: /\benrolments\b/g, instead: "enrollments", proseOnly: true },
  { pattern: /\bmemorised\b/g, instead: "memorized", proseOnly: true },
  { pattern: /(?<!['"`])\bcancelled\b/gi, instead: "canceled", proseOnly: true },
  { pattern: /\bcancelling\b/gi, instead: "canceling" },
  {
    pattern:
      /\w*(?:anonymi|apologi|authori|capitali|categori|critici|customi|emphasi|finali|initiali|locali|maximi|minimi|moderni|normali|optimi|organi|prioriti|reali|recogni|saniti|seriali|speciali|standardi|summari|synchroni|utili|visuali)s(?:e|ed|er|es|ing|ations?)\b|\w*memoris(?:e|es|ing|ation)\b|\w*analys(?:e|ed|es|ing)\b/gi,
    instead: "the American spelling with z",
  },
  {
    pattern: /\w*(?:behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum)our\w*/gi,
    instead: "the American spelling with -or",
  },
  {
    pattern: /\b(?:centre|fibre|litre|metre|theatre)s?\b/g,
    instead: "the American spelling with -er",
  },
  {
    pattern: /\w*(?:counsel|fuel|jewel|label|level|model|signal|travel)l(?:ed|er|ing)(?!by)\w*/gi,
    instead: "the American spelling with one l",
  },
  {
    pattern:
      /\b(?:acknowledgement|ageing|amongst|artefact|catalogue|cheque|defence|fulfil|grey|judgement|learnt|licence|offence|practis(?:e|ed|ing)|programme|skilful|spelt|whilst)s?\b/g,
    instead: "the American spelling",
  },
  { pattern: /\b(?:afterwards|towards)\b/gi, instead: "afterward, toward" },
  { pattern: /\b(?:look-up|set-up)s?\b|\bwhite space\b/gi, instead: "lookup, setup, whitespace" },

  // One word per idea.
  {
    pattern: /\bcall(?:s|ed|ing)? (?:(?:an?|every|that|the|this) )?(?:\w+ )?off\b/gi,
    instead: "cancel",
  },
  {
    pattern: /\bg(?:ive[ns]?|iving|ave) up\b(?! on\b)/gi,
    instead: "cancel, decline, leave or stop",
  },
  {
    pattern: /\bg(?:ive[ns]?|iving|ave) (?:all |everything |it |money |them )?back\b/gi,
    instead: "refund, return or restore",
  },
  { pattern: /\blook(?:s|ed|ing)? again\b/gi, instead: "retry, poll or read again" },
  { pattern: /\bta(?:ke[ns]?|king) up again\b/gi, instead: "retry or resume" },
  { pattern: /\bto come\b(?! to\b)/gi, instead: "upcoming or future" },
  { pattern: /\bunder way\b/gi, instead: "ongoing, pending or in progress" },
  { pattern: /\bwhoever\b/gi, instead: "the person who, people who" },
  { pattern: /\bsomebody else\b/gi, instead: "someone else, another person; not the owner" },
  {
    pattern: /\b(?:is|are|was|were|be|been) told(?=[.,;:)]| (?:by|in|of|once|too|twice|when)\b)/gi,
    instead: "is notified, is informed",
  },
  { pattern: /\bthe team\b/gi, instead: "staff" },
  { pattern: /\bthe wire\b/gi, instead: "the API, the network" },
  { pattern: /\b(?:our|own|the) books\b/gi, instead: "records" },
  { pattern: /\b(?:fewest|longest|most)[A-Z]\w*/g, instead: "maxX, minX" },
  { pattern: /\be-mail/gi, instead: "email" },
  {
    pattern:
      /(?<![\w./-])mails\b(?!\.)|\b(?:an?|each|every|no|one|per|the|this) mail\b(?! (?:client|header|program|server)s?\b)/gi,
    instead: "email",
    proseOnly: true,
  },

  // Unidiomatic phrases.
  { pattern: /\b(?:is|are|was|were)n't there\b/gi, instead: "is missing, does not exist" },
  { pattern: /\bthere is no such\b/gi, instead: "… not found" },
  {
    pattern: /\bstands? (?:at|beside|here|in(?! for)|there)\b/gi,
    instead: "is here, appears here",
  },
  { pattern: /\banew\b/gi, instead: "again" },
  { pattern: /\bin vain\b/gi, instead: "without success" },
  { pattern: /\bfores(?:aw|een)\b/gi, instead: "expected" },
  { pattern: /\bthe own\b/gi, instead: "one's own, their own" },
  { pattern: /\bat the (?:first|second|third|next) attempt\b/gi, instead: "on the … attempt" },
  { pattern: /\bwrong fields?\b/gi, instead: "invalid field" },
  { pattern: /\bonly who\b/gi, instead: "only people who", proseOnly: true },
  { pattern: /\bput(?:s|ting)? off\b/gi, instead: "postpone, move" },
  { pattern: /\bfor ever\b/gi, instead: "forever, indefinitely" },
  { pattern: /\bany more(?=[.,;:)"'’]|$)/gi, instead: "anymore, no longer" },
  { pattern: /\bgo(?:es|ing)? on(?=[.,;:)"'’]|$| (?:reading|with)\b)/gi, instead: "continue" },
  { pattern: /\bnamed so\b/gi, instead: "labeled as such" },
  {
    pattern:
      /, also (?=(?:across|after|as|behind|during|if|offline|those|when|while|within|without)\b)/gi,
    instead: ", even or , including",
  },
  { pattern: /(?<=[a-z] )meanwhile\b/g, instead: "in the meantime" },
  { pattern: /\bat short notice\b/gi, instead: "on short notice" },
  {
    pattern: /(?<!\bon )\bsome (?:seconds|minutes|hours|days|weeks|months|years)\b/gi,
    instead: "a few minutes",
    proseOnly: true,
  },
  { pattern: /\bexisting or not\b/gi, instead: "whether or not it exists" },
  { pattern: /\blogin pages?\b/gi, instead: "log-in page", proseOnly: true },
  { pattern: /\btakes? place now\b/gi, instead: "is ongoing, are taking place" },
  {
    pattern: /\bat (?:both|each|one|two) servers?\b|\bat the other server\b/gi,
    instead: "on one server",
  },
  { pattern: /\bfor the end of (?:its|the \w+) period\b/gi, instead: "at the end of" },

  // Typography. It doesn't apply to French, which uses the curly apostrophe.
  { pattern: /[a-z]’(?:d|ll|re|s|t|ve)\b/gi, instead: "a straight apostrophe" },
  // Strong emphasis that a formatter has turned into the bullet of a list.
  { pattern: /^\* \*\w/g, instead: "**", proseOnly: true },
];

const comment = /(?:^|\s)\/\/.*|^\s*(?:\/\*\*?|\*).*|\{?\/\*.*|<!--.*/;

const isMarkdown = (file: string) => /\.mdx?$/.test(file);

/** The prose in a line: all of it in Markdown, only its comment in other files. */
function proseOf(line: string, file: string): string {
  return isMarkdown(file) ? line : (comment.exec(line)?.[0] ?? "");
}

/** The tables of the glossary contain the words to avoid. */
function isGlossaryRow(line: string, file: string): boolean {
  return file === "CONTRIBUTING.md" && line.startsWith("|");
}

/** @param file the path relative to the project's folder. */
export function findRejectedPhrases(file: string, text: string): LanguageProblem[] {
  return text.split("\n").flatMap((whole, index) => {
    if (isGlossaryRow(whole, file)) return [];
    const line = isMarkdown(file) ? whole.replaceAll(/`[^`]*`/g, "``") : whole;
    const prose = proseOf(line, file);
    return rules.flatMap(({ pattern, instead, proseOnly }) => {
      const searched = proseOnly ? prose : line;
      // `matchAll` copies the pattern, which takes longer than to search for it.
      if (searched.search(pattern) === -1) return [];
      return [...searched.matchAll(pattern)].map(([found]) => ({
        line: index + 1,
        found,
        instead,
      }));
    });
  });
}

/** Matches full names that lack a subject. */
const fragment =
  /^(?:an?d|are|asks|but|can|cannot|do|does|doesn't|gives|had|has|have|is|keeps|leads|makes|may|must|needs|of|or|refuses|rejects|says|sends|so (?:are|can|do|does|is)|takes|tells|than|that|to|was|were|what|which|who|whoever|whom|whose)\b/i;

/**
 * Finds test names that aren't complete sentences in a failure report, which shows them after the
 * titles of their `describe` blocks.
 */
export function findFragments(file: string, text: string): LanguageProblem[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const problems: LanguageProblem[] = [];
  const visit = (node: ts.Node, titles: readonly string[]): void => {
    const named = readNamedCall(node, source);
    const path = named ? [...titles, named.name] : titles;
    if (named?.isTest) {
      const name = path.join(" ");
      if (fragment.test(name) || name.split(/\s+/).length < 3) {
        const { line } = source.getLineAndCharacterOfPosition(named.position);
        problems.push({
          line: line + 1,
          found: name,
          instead: "a sentence with subject and verb",
        });
      }
    }
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(source, []);
  return problems;
}

/** The name passed to `describe`, `it` or `test`, including calls of `.each(…)`. */
function readNamedCall(
  node: ts.Node,
  source: ts.SourceFile,
): { name: string; isTest: boolean; position: number } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
    return undefined;
  const called = /^(?:test\.)?(describe|it|step|test)\b/.exec(node.expression.getText(source))?.[1];
  // A step of a browser test is reported below the name of its test.
  if (!called || called === "step") return undefined;
  const name = ts.isStringLiteralLike(title) ? title.text : title.getText(source).slice(1, -1);
  return { name, isTest: called !== "describe", position: title.getStart(source) };
}
