/**
 * Which paths can be cached, and which query parameters matter there. Other parameters (campaign names,
 * session hints of other sites) never reach the handler, so they can't split the cache or end up in
 * another visitor's page. A page rendered for the cache sees no cookies, and is stored only if it asks
 * for it (`Astro.cache.set`).
 */
import { courseListQuery } from "#lib/catalog/course-filters.ts";

const catalog = Object.keys(courseListQuery.shape).filter((name) => name !== "limit");

interface CachedPath {
  /** Parameters that matter. */
  query: readonly string[];
  /** Whether logged-in people may see something else. It is then rendered for each of them. */
  personal?: boolean;
  /**
   * Whether it shows times in the viewer's time zone, which comes from a cookie unless the address
   * names one.
   */
  zoned?: boolean;
}

const cachedPaths: Readonly<Record<string, CachedPath>> = {
  "/": { query: [] },
  "/courses": { query: catalog },
  // A teacher sees drafts, enrolled students see their links, and checkout leads them back here.
  "/courses/*": { query: ["sort", "page"], personal: true },
  "/teachers": { query: ["search", "page"] },
  "/teachers/*": { query: ["sort", "page", "zone", "choose"], personal: true, zoned: true },
  "/students": { query: ["search", "page"] },
  "/students/*": { query: ["page"], personal: true },
  // The same for all visitors. Logged-in people are redirected.
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

// Longer searches are answered, but not cached.
const maxKeyLength = 512;

/** The properties of a request that affect caching. */
export interface Requester {
  /** Whether the request contains a session. */
  isSignedIn(): boolean;
  /** The IANA zone that the browser reported, if any. */
  findZone(): string | undefined;
}

export interface CacheableTarget {
  /** The cache key: the path and the parameters that matter, in a fixed order. The handler sees only this. */
  url: string;
  /** Whether the response may be stored. */
  keep: boolean;
}

/** How a path is cached. Undefined if the page is rendered for this request only, with its whole query. */
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
    // Forms also send empty fields, which mean the same as missing ones.
    for (const value of given.getAll(name)) if (value !== "") counted.append(name, value);
  }
  if (zone && !counted.has("zone")) counted.set("zone", zone);
  const url = counted.size === 0 ? path : `${path}?${counted}`;
  return { url, keep: url.length <= maxKeyLength };
}

const parentPattern = (path: string): string => `${path.slice(0, path.lastIndexOf("/"))}/*`;
