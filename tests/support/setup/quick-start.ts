/**
 * Makes the processes that tests start load the server several times as fast. They preload this
 * file (`quickStart` in `quick-start-env.ts`), which resolves each import only once, and finds out
 * only once for each folder what kind of modules it contains. Without it, Node.js parses the
 * imported package's package.json for every import statement and every file, and that of
 * drizzle-orm has 180 kB.
 */
import { type ResolveHookContext, registerHooks } from "node:module";

interface Resolved {
  url: string;
  format?: string | null | undefined;
}

const isPath = /^\.{0,2}\//;
const resolved = new Map<string, Resolved>();
/** The formats of files by folder and extension. The nearest package.json decides. */
const formats = new Map<string, string>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const key = findKey(specifier, context);
    if (key === undefined) return nextResolve(specifier, context);
    const result = resolved.get(key) ?? resolveNeighbor(key) ?? nextResolve(specifier, context);
    resolved.set(key, result);
    if (result.format) formats.set(kindOf(result.url), result.format);
    return { ...result, shortCircuit: true };
  },
});

/** Resolves a path to a file whose neighbors are known. A missing file fails when it is loaded. */
function resolveNeighbor(key: string): Resolved | undefined {
  const format = key.startsWith("file:") ? formats.get(kindOf(key)) : undefined;
  return format === undefined ? undefined : { url: key, format };
}

const kindOf = (url: string): string =>
  `${url.slice(0, url.lastIndexOf("/"))} ${url.slice(url.lastIndexOf("."))}`;

/** A cache key that is equal for equivalent imports; undefined if that isn't certain. */
function findKey(
  specifier: string,
  { parentURL, conditions, importAttributes }: ResolveHookContext,
): string | undefined {
  const isPlain = conditions.includes("import") && Object.keys(importAttributes).length === 0;
  if (!isPlain || !parentURL?.startsWith("file:")) return undefined;
  if (isPath.test(specifier)) return new URL(specifier, parentURL).href;
  // Inside a package, the same name may refer to a different version.
  return parentURL.includes("/node_modules/") ? undefined : specifier;
}
