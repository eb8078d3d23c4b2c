/** The files of the built site, kept in memory as complete responses. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { splitLanguagePrefix } from "#lib/languages.ts";
import { listTextFiles } from "#translations/browser-texts.node.ts";
import { type Answer, createAnswer } from "../answer.ts";
import { fillPage, type PageSettings } from "../page-settings.ts";
import type { SecurityHeaders } from "../security-headers.ts";
import { type Compressed, compress } from "./compress.ts";
import { contentTypeOf } from "./content-type.ts";
import { isCompressedForm } from "./precompress.ts";
import { keepUsedHashes } from "./used-hashes.ts";

export interface StaticFiles {
  /** The response for an encoded URL path without a query. */
  find(path: string): Answer | undefined;
  /** The prerendered error page for the status. */
  errorPage(status: 404 | 500): Answer | undefined;
}

interface LoadOptions {
  security: SecurityHeaders;
  /** The values for placeholders in prerendered pages. */
  settings: PageSettings;
  /** Astro's folder of files with a content hash in their names. */
  hashedFolder?: string;
}

/**
 * Reads the folder. Prerendered pages are served at their page's path: `about/index.html` at
 * `/about`. Only files that were loaded are ever sent, so there can be no path traversal.
 */
export async function loadStaticFiles(folder: string, options: LoadOptions): Promise<StaticFiles> {
  const answers = new Map<string, Answer>();
  const errorPages = new Map<number, Answer>();
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    if (isCompressedForm(entry) || !(await stat(path)).isFile()) continue;
    const name = entry.split(sep).join("/");
    if (!options.settings.languages.includes(splitLanguagePrefix(`/${name}`).language)) continue;
    const status = /^(404|500)(\/index)?\.html$/.exec(name)?.[1];
    if (status) errorPages.set(Number(status), await load(path, name, Number(status), options));
    else answers.set(urlPathOf(name), await load(path, name, 200, options));
  }
  for (const { path, body } of listTextFiles(options.settings.languages)) {
    answers.set(path, await loadTexts(path, body, options));
  }
  return {
    find: (path) => answers.get(path.includes("%") ? decodePath(path) : path),
    errorPage: (status) => errorPages.get(status),
  };
}

function urlPathOf(name: string): string {
  if (name === "index.html") return "/";
  return `/${name.replace(/(\/index)?\.html$/, "")}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function load(
  path: string,
  name: string,
  status: number,
  { security, settings, hashedFolder = "_astro" }: LoadOptions,
): Promise<Answer> {
  const built = await readFile(path);
  const contentType = contentTypeOf(name);
  const isPage = name.endsWith(".html");
  const body = isPage ? Buffer.from(fillPage(built.toString(), settings)) : built;
  return createAnswer({
    status,
    headers: [
      ...security.commonAt(`/${name}`),
      "Content-Security-Policy",
      isPage ? security.pagePolicy(findPolicy(body.toString())) : security.dataPolicy,
      "Content-Type",
      contentType,
      "Cache-Control",
      cacheControl(name, status, isPage, name.startsWith(`${hashedFolder}/`)),
    ],
    body,
    compressed:
      (body.equals(built) ? await readCompressed(path) : undefined) ??
      (await compress(body, contentType, "quick")),
  });
}

/** By path, which contains a hash of the texts. The tests start many gateways in one process. */
const compressedTexts = new Map<string, ReturnType<typeof compress>>();

/** The texts of a noun, for parts of pages that load later. */
async function loadTexts(path: string, json: string, { security }: LoadOptions): Promise<Answer> {
  const body = Buffer.from(json);
  const contentType = "application/json";
  const compressed = compressedTexts.get(path) ?? compress(body, contentType, "quick");
  compressedTexts.set(path, compressed);
  return createAnswer({
    status: 200,
    headers: [
      ...security.commonAt(path),
      "Content-Security-Policy",
      security.dataPolicy,
      "Content-Type",
      contentType,
      "Cache-Control",
      forever,
    ],
    body,
    compressed: await compressed,
  });
}

const forever = "public, max-age=31536000, immutable";

/** Scripts whose URLs are the same in every build. */
const unhashedScripts = new Set(["sw.js", "on-click.js", "quran-reader.js"]);

function cacheControl(name: string, status: number, isPage: boolean, isHashed: boolean): string {
  if (status !== 200) return "no-store";
  if (isHashed) return forever;
  // Changes to these files must take effect immediately. Icons and similar files may be an hour
  // old.
  return isPage || name.endsWith(".xml") || unhashedScripts.has(name)
    ? "public, max-age=0, must-revalidate"
    : "public, max-age=3600";
}

async function readCompressed(path: string): Promise<Compressed | undefined> {
  try {
    const [br, gzip] = await Promise.all([readFile(`${path}.br`), readFile(`${path}.gz`)]);
    return { br, gzip };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/i;

/** The policy with Astro's hashes from the meta tag of a prerendered page. */
export function findPolicy(html: string): string | undefined {
  const policy = meta.exec(html)?.[1]?.replaceAll("&#39;", "'").replaceAll("&#x27;", "'");
  return policy && keepUsedHashes(policy, html);
}
