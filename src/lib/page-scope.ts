/**
 * What the server has prepared for the islands of one page: who is signed in, and the answers that
 * the page shows first. In the browser it is read from the page's HTML, once. On the server it
 * belongs to the request whose page is being rendered, so that no two people share any of it.
 */
import type { QueryCache, QueryKey } from "@tanstack/react-query";

/** The part that travels in the HTML, as JSON. */
export interface PageData {
  /** Issued for this page. Only the page's memory holds it. */
  accessToken: string;
  /** The answer of the user's profile; null while there is none, absent if it couldn't be loaded. */
  profile?: Record<string, unknown> | null;
  /** What was read for the page, by TanStack Query's keys. */
  answers: { queryKey: QueryKey; data: unknown }[];
  /** What couldn't be read, with the message and the status of the API's answer. */
  failures: { queryKey: QueryKey; message: string; status: number }[];
  /** The IANA time zone of the page's times; null if the browser hasn't reported one yet. */
  zone: string | null;
  /** The same zone as the browser reported it, perhaps under an older name. */
  reportedZone: string | null;
}

export interface PageScope {
  data: PageData;
  /** The address of the page. */
  location: { pathname: string; search: string };
  /** On the server: the answers that the page is rendered from. */
  queryCache?: QueryCache;
  /** On the server: sends a call to the API of this process, as `fetch` does. */
  send?: (address: string, init: RequestInit) => Promise<Response>;
}

export const pageDataId = "page-data";

let findScope: () => PageScope | undefined = readFromPage;
let read: { scope: PageScope | undefined } | undefined;

/** Undefined on pages without a user, and outside of pages. */
export function findPageScope(): PageScope | undefined {
  return findScope();
}

/** Called once, by the server: finds the scope of the request that is being worked on. */
export function providePageScope(find: () => PageScope | undefined): void {
  findScope = find;
}

/** The address of this page. */
export function pageLocation(): { pathname: string; search: string } {
  return findScope()?.location ?? globalThis.location;
}

function readFromPage(): PageScope | undefined {
  read ??= { scope: takeFromPage() };
  return read.scope;
}

/** The element goes, so that the token is nowhere but in memory. */
function takeFromPage(): PageScope | undefined {
  const element = globalThis.document?.getElementById(pageDataId);
  if (!element) return undefined;
  element.remove();
  const data: PageData = JSON.parse(element.textContent ?? "");
  return { data, location: globalThis.location };
}
