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
  /** Fills the placeholders of all pages with new values. */
  refill(settings: PageSettings): Promise<void>;
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
  /** The built pages, because a later build may have removed the folder. */
  const pages: BuiltPage[] = [];
  const keep = (page: BuiltPage, answer: Answer) => {
    if (page.status === 200) answers.set(urlPathOf(page.name), answer);
    else errorPages.set(page.status, answer);
  };
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    if (isCompressedForm(entry) || !(await stat(path)).isFile()) continue;
    const name = entry.split(sep).join("/");
    if (!options.settings.languages.includes(splitLanguagePrefix(`/${name}`).language)) continue;
    if (name.endsWith(".html")) {
      const status = Number(/^(404|500)(\/index)?\.html$/.exec(name)?.[1] ?? 200);
      const page = { path, name, status, html: await readFile(path, "utf8") };
      pages.push(page);
      keep(page, await fill(page, options.settings, options));
    } else {
      answers.set(urlPathOf(name), await load(path, name, options));
    }
  }
  for (const { path, body } of listTextFiles(options.settings.languages)) {
    answers.set(path, await loadTexts(path, body, options));
  }
  return {
    find: (path) => answers.get(path.includes("%") ? decodePath(path) : path),
    errorPage: (status) => errorPages.get(status),
    async refill(settings) {
      // All pages are filled before any of them is replaced, so that visitors don't see old and new
      // values side by side for long.
      const filled = await Promise.all(pages.map((page) => fill(page, settings, options)));
      for (const [index, page] of pages.entries()) keep(page, filled[index] as Answer);
    },
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

/** A prerendered page with placeholders. */
interface BuiltPage {
  path: string;
  name: string;
  status: number;
  html: string;
}

async function fill(
  { path, name, status, html }: BuiltPage,
  settings: PageSettings,
  { security }: LoadOptions,
): Promise<Answer> {
  const contentType = contentTypeOf(name);
  const { language } = splitLanguagePrefix(`/${name}`);
  const filled = fillPage(html, settings, language);
  const body = Buffer.from(filled);
  return createAnswer({
    status,
    headers: [
      ...security.commonAt(`/${name}`),
      "Content-Security-Policy",
      security.pagePolicy(findPolicy(filled)),
      "Content-Type",
      contentType,
      "Cache-Control",
      status === 200 ? alwaysChecked : "no-store",
    ],
    body,
    compressed:
      (filled === html ? await readCompressed(path) : undefined) ??
      (await compress(body, contentType, "quick")),
  });
}

async function load(
  path: string,
  name: string,
  { security, hashedFolder = "_astro" }: LoadOptions,
): Promise<Answer> {
  const body = await readFile(path);
  const contentType = contentTypeOf(name);
  return createAnswer({
    status: 200,
    headers: [
      ...security.commonAt(`/${name}`),
      "Content-Security-Policy",
      security.dataPolicy,
      "Content-Type",
      contentType,
      "Cache-Control",
      cacheControl(name, name.startsWith(`${hashedFolder}/`)),
    ],
    body,
    compressed: (await readCompressed(path)) ?? (await compress(body, contentType, "quick")),
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

const alwaysChecked = "public, max-age=0, must-revalidate";

function cacheControl(name: string, isHashed: boolean): string {
  if (isHashed) return forever;
  // Changes to these files must take effect immediately. Icons and similar files may be an hour
  // old.
  return name.endsWith(".xml") || unhashedScripts.has(name)
    ? alwaysChecked
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
