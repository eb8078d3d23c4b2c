/**
 * The sitemap of public pages: a single file if it is small enough, otherwise an index of files.
 */
import { publicPages } from "#lib/site/route-lists.ts";
import type { Context } from "../context.ts";
import { pageTags } from "../pages-tags.ts";
import { type Entry, listed, quranPages, readPublicPages } from "./sitemap-entries.ts";

/** The protocol allows 50,000 URLs per file, but smaller files are faster to generate and read. */
export const maxUrlsPerFile = 20_000;

export const sitemapTags = [pageTags.courses, pageTags.teachers];

const nouns = ["courses", "teachers"] as const;

/** `/sitemap.xml`: either all pages, or an index of the files that list them. */
export async function writeSitemap(context: Context, largest = maxUrlsPerFile): Promise<string> {
  const counts = await Promise.all(nouns.map((noun) => listed[noun].count(context)));
  const fixed = publicPages.length + quranPages.length;
  const total = counts.reduce((sum, rows) => sum + rows, fixed);
  if (total > largest) return formatIndex(context, counts, largest);
  const rows = await Promise.all(nouns.map((noun) => listed[noun].read(context, total, 0)));
  return formatEntries(context, [
    ...(await readPublicPages(context)),
    ...quranPages,
    ...rows.flat(),
  ]);
}

/**
 * One file of the index, by its name there: `pages`, `quran`, `courses-1`, `teachers-2`. Undefined
 * if the file doesn't exist.
 */
export async function writeSitemapPart(
  context: Context,
  name: string,
  largest = maxUrlsPerFile,
): Promise<string | undefined> {
  if (name === "pages") return formatEntries(context, await readPublicPages(context));
  if (name === "quran") return formatEntries(context, quranPages);
  const [, wanted, number] = /^(.+)-([1-9]\d{0,3})$/.exec(name) ?? [];
  const noun = nouns.find((known) => known === wanted);
  if (!noun) return undefined;
  const entries = await listed[noun].read(context, largest, (Number(number) - 1) * largest);
  return entries.length === 0 ? undefined : formatEntries(context, entries);
}

// Nothing needs XML escaping, because neither our paths nor the site's URL contain special
// characters.
function formatEntries({ config }: Context, entries: readonly Entry[]): string {
  const urls = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
    return `<url><loc>${new URL(path, config.appUrl).href}</loc>${lastmod}</url>`;
  });
  return formatDocument("urlset", urls);
}

function formatIndex({ config }: Context, counts: readonly number[], largest: number): string {
  const parts = nouns.flatMap((noun, index) => {
    const files = Math.ceil((counts[index] ?? 0) / largest);
    return Array.from({ length: files }, (_, file) => `${noun}-${file + 1}`);
  });
  const files = ["pages", "quran", ...parts].map(
    (name) => `<sitemap><loc>${config.appUrl}/sitemaps/${name}.xml</loc></sitemap>`,
  );
  return formatDocument("sitemapindex", files);
}

function formatDocument(element: string, lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</${element}>
`;
}
