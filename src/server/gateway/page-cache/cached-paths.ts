/**
 * Which addresses may be answered from the cache, and which query parameters make a difference
 * there. Whatever else a link carries (campaign names, session hints of other sites) never reaches
 * the handler, so it can neither split the cache nor end up in somebody else's page. A page that is
 * made for the cache sees no cookies, and is kept only if it says so itself (`Astro.cache.set`).
 */
import { courseListQuery } from "#lib/catalog/course-filters.ts";

const catalog = Object.keys(courseListQuery.shape).filter((name) => name !== "limit");

interface CachedPath {
  /** Parameters that count. */
  query: readonly string[];
  /** Whether somebody signed in may see something else: then it is made for each of them. */
  personal?: boolean;
  /** Whether it shows times by the viewer's clock: one that no link names is the cookie's. */
  zoned?: boolean;
}

const cachedPaths: Readonly<Record<string, CachedPath>> = {
  "/": { query: [] },
  "/courses": { query: catalog },
  // A teacher sees drafts, the enrolled see their links, and checkout leads back here.
  "/courses/*": { query: ["enrolled", "payment", "sort", "page"], personal: true },
  "/teachers": { query: ["search", "page"] },
  "/teachers/*": { query: ["sort", "page", "zone", "choose"], personal: true, zoned: true },
  "/students": { query: ["search", "page"] },
  "/students/*": { query: ["page"], personal: true },
  // Alike for all who aren't signed in; the others are sent on.
  "/login": { query: ["reason", "returnTo"], personal: true },
  "/signup": { query: ["role", "returnTo"], personal: true },
  "/sitemap.xml": { query: [] },
  "/sitemaps/*": { query: [] },
  "/robots.txt": { query: [] },
  "/share/courses/*": { query: [] },
  "/share/teachers/*": { query: [] },
  "/rss.xml": { query: [] },
  "/api/courses": { query: [...catalog, "limit"] },
};

// A search is shorter than this; longer ones are answered, but not kept.
const maxKeyLength = 512;

/** What of the asker makes a difference. */
export interface Requester {
  /** Whether the request carries a session. */
  isSignedIn(): boolean;
  /** The IANA zone that the browser has told, if any. */
  findZone(): string | undefined;
}

export interface CacheableTarget {
  /** Path and the query that counts, in one order: the key, and what the handler gets to see. */
  url: string;
  /** Whether the answer may be kept. */
  keep: boolean;
}

/** How a path is cached; undefined when it is made for this request alone, with its whole query. */
export function findCacheableTarget(
  path: string,
  query: string,
  { isSignedIn, findZone }: Requester,
): CacheableTarget | undefined {
  const found = cachedPaths[path] ?? cachedPaths[parentPattern(path)];
  if (!found || (found.personal && isSignedIn())) return undefined;
  const zone = found.zoned ? findZone() : undefined;
  const names = found.query;
  if ((query === "" && !zone) || names.length === 0) {
    return { url: path, keep: path.length <= maxKeyLength };
  }
  const given = new URLSearchParams(query);
  const counted = new URLSearchParams();
  for (const name of names) {
    // A form sends its empty fields too: they mean the same as none.
    for (const value of given.getAll(name)) if (value !== "") counted.append(name, value);
  }
  if (zone && !counted.has("zone")) counted.set("zone", zone);
  const url = counted.size === 0 ? path : `${path}?${counted}`;
  return { url, keep: url.length <= maxKeyLength };
}

const parentPattern = (path: string): string => `${path.slice(0, path.lastIndexOf("/"))}/*`;
