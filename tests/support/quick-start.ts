/**
 * Makes the processes that tests start load the server three times as fast. They preload this file
 * (`quickStart` in `quick-start-env.ts`), which resolves each import only once. Without it, Node.js
 * parses the imported package's package.json for every import statement, and that of drizzle-orm
 * has 180 kB.
 */
import { type ResolveHookContext, registerHooks } from "node:module";

const isPath = /^\.{0,2}\//;
const resolved = new Map<string, { url: string }>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const key = findKey(specifier, context);
    if (key === undefined) return nextResolve(specifier, context);
    const result = resolved.get(key) ?? nextResolve(specifier, context);
    resolved.set(key, result);
    return { ...result, shortCircuit: true };
  },
});

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
