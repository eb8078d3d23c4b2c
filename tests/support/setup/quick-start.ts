/**
 * Makes the processes that tests start load the server several times as fast. They preload this
 * file (`quickStart` in `quick-start-env.ts`), which resolves each import only once, and finds out
 * only once for each folder what kind of modules it contains. Without it, Node.js parses the
 * imported package's package.json for every import statement and every file, and that of
 * drizzle-orm has 180 kB.
 *
 * Processes that exit leave what they resolved to the next ones, next to the compile cache.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { type ResolveHookContext, registerHooks } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

interface Resolved {
  url: string;
  format?: string | null | undefined;
}

const root = new URL("../../../", import.meta.url);
const shared = fileURLToPath(new URL("node_modules/.cache/node/resolved.json", root));
/** Another version of Node.js, an installed package or another alias may change the results. */
const validFor = [
  process.version,
  ...["package.json", "package-lock.json"].map((name) => statSync(new URL(name, root)).mtimeMs),
].join(" ");

const isLasting = /^(src|scripts|tests|node_modules)\//;
const isPath = /^\.{0,2}\//;
const resolved = new Map(readShared());
const sharedSize = resolved.size;
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

process.on("exit", () => {
  // Builds and temporary folders are replaced by others.
  const lasting = [...resolved].filter(([, { url }]) =>
    isLasting.test(url.slice(root.href.length)),
  );
  if (lasting.length <= sharedSize) return;
  const own = `${shared}.${process.pid}`;
  mkdirSync(dirname(shared), { recursive: true });
  const entries = lasting.map(([key, { url, format }]) => [key, { url, format }]);
  writeFileSync(own, JSON.stringify({ validFor, entries }));
  renameSync(own, shared);
});

function readShared(): [string, Resolved][] {
  try {
    const found = JSON.parse(readFileSync(shared, "utf8"));
    return found.validFor === validFor ? found.entries : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

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
  if (!isPlain || !parentURL?.startsWith("file:") || specifier.startsWith("node:"))
    return undefined;
  if (isPath.test(specifier)) return new URL(specifier, parentURL).href;
  // Packages may use different versions of the same package. Files in one folder use the same.
  return parentURL.includes("/node_modules/")
    ? `${specifier} ${parentURL.slice(0, parentURL.lastIndexOf("/"))}`
    : specifier;
}
