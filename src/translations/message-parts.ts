/**
 * The parts of a compiled message, from which its type is derived and with which its translations
 * are compared.
 */
import type { CompiledMessage } from "icu-minify/format";

/** How an argument is used: as it is, in `select`, as a number or in `plural`, as a date, as a tag. */
export type ArgumentType = "text" | "choice" | "number" | "date" | "tag";

type Branches = Record<string, unknown>;

/** The numbers by which the library marks the parts of a compiled message. */
const kinds = { select: 1, plural: 2, ordinal: 3, number: 4, date: 5, time: 6 } as const;

export interface Part {
  name: string;
  type: ArgumentType;
  /** The branches of `plural`, `selectordinal` and `select`, by category or value. */
  branches?: { kind: "plural" | "ordinal" | "select"; names: string[] };
}

/** All arguments and tags of a message, including those within branches and tags. */
export function* listParts(message: CompiledMessage): Generator<Part> {
  yield* walk(message);
}

function* walk(node: unknown): Generator<Part> {
  if (!Array.isArray(node)) return;
  // A message or a branch is a list of parts, and a part begins with its name.
  for (const part of node) if (Array.isArray(part)) yield* readPart(part);
}

function* readPart([name, kind, ...rest]: unknown[]): Generator<Part> {
  const named = String(name);
  if (kind === undefined) return yield { name: named, type: "text" };
  // The number 0 is the sign # within a tag.
  if (typeof kind !== "number" || kind === 0) {
    yield { name: named, type: "tag" };
    return yield* walk([kind, ...rest]);
  }
  if (kind === kinds.number) return yield { name: named, type: "number" };
  if (kind === kinds.date || kind === kinds.time) return yield { name: named, type: "date" };
  const branches = (rest[0] ?? {}) as Branches;
  const names = Object.keys(branches);
  if (kind === kinds.select) {
    yield { name: named, type: "choice", branches: { kind: "select", names } };
  } else {
    const plural = kind === kinds.plural ? "plural" : "ordinal";
    yield { name: named, type: "number", branches: { kind: plural, names } };
  }
  for (const branch of Object.values(branches)) yield* walk(branch);
}

/** The arguments of a message by name. One that is used in several ways has the strictest type. */
export function listArguments(message: CompiledMessage): Map<string, ArgumentType> {
  const found = new Map<string, ArgumentType>();
  for (const { name, type } of listParts(message)) {
    if (type !== "text" || !found.has(name)) found.set(name, type);
  }
  return found;
}
