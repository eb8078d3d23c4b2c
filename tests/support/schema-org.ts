/** The vocabulary of schema.org, as the typings of schema-dts have it: what is said in it, and what isn't. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Words {
  /** Properties of its own by the name of a type. */
  properties: Map<string, Set<string>>;
  parents: Map<string, string[]>;
  /** Members of enumerations, as addresses. */
  members: Set<string>;
}

let words: Words | undefined;

/** Everything in a JSON-LD block that the vocabulary doesn't contain, with its path. */
export function findUnknownTerms(value: unknown, place = "$"): string[] {
  words ??= readWords();
  const { members } = words;
  if (typeof value === "string") {
    const isMember = value.startsWith("https://schema.org/");
    return isMember && !members.has(value) ? [`${place}: no ${value}`] : [];
  }
  if (Array.isArray(value)) return value.flatMap((each) => findUnknownTerms(each, `${place}[]`));
  if (typeof value !== "object" || value === null) return [];
  const {
    "@context": _context,
    "@type": type,
    "@id": _id,
    "@graph": graph,
    ...rest
  } = toFields(value);
  if (graph) return findUnknownTerms(graph, place);
  if (typeof type !== "string") return [`${place}: no type`];
  const known = propertiesOf(words, type);
  if (known.size === 0) return [`${place}: no type ${type}`];
  return Object.entries(rest).flatMap(([name, each]) => [
    // An action names what it asks for by annotations, beside the vocabulary.
    ...(known.has(name.replace(/-(input|output)$/, ""))
      ? []
      : [`${place}: ${type} has no ${name}`]),
    ...findUnknownTerms(each, `${place}.${name}`),
  ]);
}

const toFields = (value: object): Record<string, unknown> => ({ ...value });

function propertiesOf({ properties, parents }: Words, type: string): Set<string> {
  const found = new Set<string>();
  const gather = (name: string): void => {
    for (const property of properties.get(name) ?? []) found.add(property);
    for (const parent of parents.get(name) ?? []) gather(parent);
  };
  gather(type);
  return found;
}

function readWords(): Words {
  const path = fileURLToPath(import.meta.resolve("schema-dts").replace(/\.js$/, ".d.ts"));
  const text = readFileSync(path, "utf8");
  const properties = new Map<string, Set<string>>();
  const parents = new Map<string, string[]>();
  for (const [, name = "", bases = "", body = ""] of text.matchAll(
    /^(?:export )?interface (\w+)Base(?:<[^>]*>)? extends ([^{]+?) \{\n([\s\S]*?)^\}/gm,
  )) {
    parents.set(
      name,
      [...bases.matchAll(/(\w+)Base/g)].flatMap(([, base]) => base ?? []),
    );
    const own = [...body.matchAll(/^ {4}"([\w-]+)"\??:/gm)].flatMap(
      ([, property]) => property ?? [],
    );
    properties.set(name, new Set(own));
  }
  // Types without properties of their own stand as leaves of their parents alone.
  for (const [, name = "", bases = ""] of text.matchAll(
    /^export interface (\w+)Leaf extends ([^{]+?) \{/gm,
  )) {
    if (!parents.has(name)) {
      parents.set(
        name,
        [...bases.matchAll(/(\w+)Base/g)].flatMap(([, base]) => base ?? []),
      );
    }
  }
  const members = new Set(
    [...text.matchAll(/"(https:\/\/schema\.org\/\w+)"/g)].map(([, each]) => each ?? ""),
  );
  return { properties, parents, members };
}
