/** The vocabulary of schema.org, read from the types of schema-dts. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Words {
  /** The properties of each type, without inherited ones. */
  properties: Map<string, Set<string>>;
  parents: Map<string, string[]>;
  /** The URLs of enumeration members. */
  members: Set<string>;
}

let words: Words | undefined;

/** The terms of a JSON-LD block that the vocabulary doesn't contain, with their paths. */
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
    // Actions describe their inputs and outputs with annotations, which aren't part of the
    // vocabulary.
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
  // Types without own properties appear only as leaves of their parents.
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
