/**
 * Makes processes that tests start load the server three times as fast. They preload this file
 * (`quickStart` in `quick-start-env.ts`), which resolves each import once: for every single import
 * statement, Node.js parses the imported package's package.json again, and that of drizzle-orm has
 * 180 kB.
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

/** The same for imports that mean the same; none where that isn't certain. */
function findKey(
  specifier: string,
  { parentURL, conditions, importAttributes }: ResolveHookContext,
): string | undefined {
  const isPlain = conditions.includes("import") && Object.keys(importAttributes).length === 0;
  if (!isPlain || !parentURL?.startsWith("file:")) return undefined;
  if (isPath.test(specifier)) return new URL(specifier, parentURL).href;
  // Within a package, the name of another one may mean a version of its own.
  return parentURL.includes("/node_modules/") ? undefined : specifier;
}
