/**
 * The paths that can be cached, and the query parameters that matter for them. Other parameters
 * (campaign names, session hints of other sites) are never passed to the handler, so they can't
 * fragment the cache or appear in another visitor's page. A page rendered for the cache gets no
 * cookies, and is stored only if it calls `Astro.cache.set`.
 */
import { catalogPageQuery, courseListQuery } from "#lib/catalog/course-filters.ts";
import { teacherListQuery } from "#lib/people/teacher-filters.ts";
import { mayBeDivided } from "#lib/quran/reader-parts.ts";
import { unknownValue, viewParameters, viewValues } from "#lib/quran/reader-view.ts";
import { requiresSession, routes } from "#lib/site/routes.ts";
import { clockCookie, type HourCycle } from "#lib/time/hour-cycle.ts";

const catalog = Object.keys(courseListQuery.shape).filter((name) => name !== "limit");
const teachers = Object.keys(teacherListQuery.shape).filter((name) => name !== "limit");
const catalogPage = Object.keys(catalogPageQuery.shape).filter((name) => name !== "limit");

interface CachedPath {
  /** The query parameters that matter. */
  query: readonly string[];
  /** The values that matter. A parameter that is missing here can have any value. */
  values?: Readonly<Record<string, RegExp>>;
  /** The values that have the same effect as a missing parameter. */
  usualValues?: Readonly<Record<string, string>>;
  /**
   * The value that replaces all other values of a parameter, if the page says that they are
   * unknown.
   */
  otherValues?: Readonly<Record<string, string>>;
  /** Whether logged-in users may see something else. The page is then rendered for each of them. */
  personal?: boolean;
  /**
   * Whether the page shows times in the viewer's time zone, which comes from a cookie unless the
   * URL specifies it, and by the viewer's clock.
   */
  zoned?: boolean;
}

/** The view of a reader page. */
const view = {
  values: viewValues,
  usualValues: { mode: "verses" },
  otherValues: { translation: unknownValue, mode: unknownValue },
};

const cachedPaths: Readonly<Record<string, CachedPath>> = {
  // Cards show when the next class starts.
  "/": { query: [], zoned: true },
  "/courses": { query: catalogPage, zoned: true },
  // Teachers see drafts, enrolled students see their links, and the checkout redirects here.
  "/courses/*": { query: ["sort", "page"], personal: true, zoned: true },
  "/courses/compare": { query: ["course"], zoned: true },
  "/teachers": { query: teachers, zoned: true },
  "/teachers/*": { query: ["sort", "page", "zone", "choose"], personal: true, zoned: true },
  "/teachers/compare": { query: ["teacher"], zoned: true },
  "/students": { query: ["search", "page"] },
  "/students/*": { query: ["page"], personal: true },
  // The same for all visitors. Signed-in users are redirected.
  "/login": { query: ["reason", "role", "returnTo"], personal: true },
  "/signup": { query: ["role", "returnTo"], personal: true },
  "/quran": { query: viewParameters, ...view },
  "/quran/*": { query: [...viewParameters, "part"], ...view },
  "/quran/*/*": { query: viewParameters, ...view },
  // People who have the plan see no buttons to subscribe.
  "/quran/plans": { query: [], personal: true },
  "/quran/search": { query: ["q", "language", "page", ...viewParameters], ...view },
  "/quran/juz/*": { query: [...viewParameters, "part"], ...view },
  // Redirects to the page whose number was entered.
  "/quran/page": { query: [...viewParameters, "number"], ...view },
  "/quran/page/*": { query: viewParameters, ...view },
  "/sitemap.xml": { query: [] },
  "/sitemaps/*": { query: [] },
  "/robots.txt": { query: [] },
  "/share/*/*": { query: [] },
  "/share/quran/*/*": { query: [] },
  "/rss.xml": { query: [] },
  "/api/openapi.json": { query: [] },
  "/api/courses": { query: [...catalog, "limit"] },
  "/api/teachers/*": { query: [] },
  "/api/audio/reciters": { query: [] },
  "/api/quran/verses/*": { query: [] },
  "/api/quran/surahs/*": { query: [] },
  // The list of related words has its own path, which isn't cached.
  "/api/quran/words/*": { query: [] },
  "/api/quran/search": { query: ["q", "language", "page"] },
};

/** Pages for logged-in people are never cached, even where a pattern of public pages matches. */
const privatePaths = routes.filter(({ access }) => requiresSession(access)).map(({ path }) => path);
const isPrivate = (path: string): boolean =>
  privatePaths.some((each) => path.startsWith(each) && (path[each.length] ?? "/") === "/");

// Longer searches work, but aren't cached.
const maxKeyLength = 512;

/** The properties of a request that affect caching. */
export interface Requester {
  /** Whether the request has a session. */
  isSignedIn(): boolean;
  /** The IANA time zone that the browser reported, if any. */
  findZone(): string | undefined;
  /** The hour cycle that the browser reported, if any. */
  findHourCycle(): HourCycle | undefined;
}

/** A browser that has reported nothing. */
export const stranger: Requester = {
  isSignedIn: () => false,
  findZone: () => undefined,
  findHourCycle: () => undefined,
};

export interface CacheableTarget {
  /**
   * The cache key: the path and the parameters that matter, in a fixed order. The handler gets only
   * this URL.
   */
  url: string;
  /** Whether the response may be stored. */
  keep: boolean;
}

/** Returns undefined if the page must be rendered for this request only, with its whole query. */
export function findCacheableTarget(
  path: string,
  query: string,
  { isSignedIn, findZone, findHourCycle }: Requester,
): CacheableTarget | undefined {
  if (isPrivate(path)) return undefined;
  const parent = parentPattern(path);
  const found =
    cachedPaths[path] ??
    cachedPaths[parent] ??
    cachedPaths[`${parentPattern(parent.slice(0, -2))}/*`];
  if (!found || (found.personal && isSignedIn())) return undefined;
  const names = found.query;
  const zone = found.zoned ? findZone() : undefined;
  if ((query === "" || names.length === 0) && !zone) {
    return { url: path, keep: path.length <= maxKeyLength };
  }
  const given = new URLSearchParams(query);
  const counted = new URLSearchParams();
  for (const name of names) {
    const pattern = found.values?.[name];
    const other = found.otherValues?.[name];
    // Forms also send empty fields, which are equivalent to missing ones.
    const known = given
      .getAll(name)
      .filter((value) => value !== "" && value !== found.usualValues?.[name])
      .flatMap((value) => ((pattern?.test(value) ?? true) ? value : (other ?? [])));
    // Only filters can have several values.
    for (const value of pattern ? known.slice(0, 1) : known) counted.append(name, value);
  }
  if (names.includes("part") && !mayBeDivided(counted)) counted.delete("part");
  if (zone && !counted.has("zone")) counted.set("zone", zone);
  // Times have 24 hours unless the browser has reported a 12-hour clock.
  if (zone && findHourCycle() === "h12") counted.set(clockCookie, "12");
  const url = counted.size === 0 ? path : `${path}?${counted}`;
  return { url, keep: url.length <= maxKeyLength };
}

const parentPattern = (path: string): string => `${path.slice(0, path.lastIndexOf("/"))}/*`;
