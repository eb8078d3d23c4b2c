/**
 * Which addresses may be answered from the cache, and which query parameters make a difference
 * there. Whatever else a link carries (campaign names, session hints of other sites) never reaches
 * the handler, so it can neither split the cache nor end up in somebody else's page. A page listed
 * here is rendered without cookies and is kept only if it says so itself (`Astro.cache.set`).
 */
const catalogue = ["search", "level", "category", "sort", "page"];

const cachedPaths: Readonly<Record<string, readonly string[]>> = {
  "/": [],
  "/courses": catalogue,
  "/courses/*": [],
  "/teachers": ["search", "page"],
  "/teachers/*": ["tab", "page"],
  "/students": ["search", "page"],
  "/students/*": ["tab", "page"],
  "/sitemap.xml": [],
  "/rss.xml": [],
  "/api/courses": [...catalogue, "limit"],
};

// A search is shorter than this; longer ones are answered, but not kept.
const longestKey = 512;

export interface CacheableTarget {
  /** Path and the query that counts, in one order: the key, and what the handler gets to see. */
  url: string;
  /** Whether the answer may be kept. */
  keep: boolean;
}

/** How a path is cached; undefined when it never is, and its whole query is handed on. */
export function findCacheableTarget(path: string, query: string): CacheableTarget | undefined {
  const names = cachedPaths[path] ?? cachedPaths[parentPattern(path)];
  if (!names) return undefined;
  if (query === "" || names.length === 0) return { url: path, keep: path.length <= longestKey };
  const given = new URLSearchParams(query);
  const counted = new URLSearchParams();
  for (const name of names) {
    // A form sends its empty fields too: they mean the same as none.
    for (const value of given.getAll(name)) if (value !== "") counted.append(name, value);
  }
  const url = counted.size === 0 ? path : `${path}?${counted}`;
  return { url, keep: url.length <= longestKey };
}

const parentPattern = (path: string): string => `${path.slice(0, path.lastIndexOf("/"))}/*`;
