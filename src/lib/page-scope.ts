/**
 * The data that the server prepares for the islands of one page: the logged-in user, and API
 * responses that the page needs first. The browser reads it once from the page's HTML. On the
 * server it belongs to the request, so that users never share it.
 */
import type { QueryCache, QueryKey } from "@tanstack/react-query";

/** The part that is embedded in the HTML as JSON. */
export interface PageData {
  /** When the server began to render the page, in milliseconds since the epoch. */
  renderedAt: number;
  /** Issued for this page and kept only in its memory. */
  accessToken: string;
  /** Whether the session was last refreshed so long ago that the browser should do so now. */
  isRefreshDue: boolean;
  /**
   * The response for the user's profile; null if there is no profile, absent if it couldn't be
   * loaded.
   */
  profile?: Record<string, unknown> | null;
  /** Preloaded responses, by their TanStack Query keys. */
  answers: { queryKey: QueryKey; data: unknown }[];
  /** Failed requests, with the message and status of the API's response. */
  failures: { queryKey: QueryKey; message: string; status: number }[];
  /**
   * The IANA time zone in which the page shows times; null if the browser hasn't reported one yet.
   */
  zone: string | null;
  /** The same zone as reported by the browser, possibly under an older name. */
  reportedZone: string | null;
}

export interface PageScope {
  data: PageData;
  /** The URL of the page. */
  location: { pathname: string; search: string };
  /** On the server: the responses that the page is rendered from. */
  queryCache?: QueryCache;
  /** On the server: calls the API in this process, with the signature of `fetch`. */
  send?: (address: string, init: RequestInit) => Promise<Response>;
}

export const pageDataId = "page-data";

let findScope: () => PageScope | undefined = readFromPage;
let read: { scope: PageScope | undefined } | undefined;

/** Undefined on pages without a user, and outside page requests. */
export function findPageScope(): PageScope | undefined {
  return findScope();
}

/** Called once by the server. `find` returns the scope of the current request. */
export function providePageScope(find: () => PageScope | undefined): void {
  findScope = find;
}

/** The URL of this page. */
export function pageLocation(): { pathname: string; search: string } {
  return findScope()?.location ?? globalThis.location;
}

function readFromPage(): PageScope | undefined {
  read ??= { scope: takeFromPage() };
  return read.scope;
}

/** Removes the element, so that the token remains only in memory. */
function takeFromPage(): PageScope | undefined {
  const element = globalThis.document?.getElementById(pageDataId);
  if (!element) return undefined;
  element.remove();
  const data: PageData = JSON.parse(element.textContent ?? "");
  return { data, location: globalThis.location };
}

/** How long browsers keep a prefetched page, in milliseconds. */
const maxPrefetchAge = 5 * 60 * 1_000;

/**
 * How long ago the server rendered the page, in milliseconds: 0, unless the browser prefetched it.
 * It is estimated with the browser's clock, which may be wrong.
 */
export function findPageAge(): number {
  const renderedAt = findScope()?.data.renderedAt;
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isPrefetched =
    loaded && "deliveryType" in loaded && loaded.deliveryType === "navigational-prefetch";
  if (renderedAt === undefined || !isPrefetched) return 0;
  return Math.min(Math.max(Date.now() - renderedAt, 0), maxPrefetchAge);
}
