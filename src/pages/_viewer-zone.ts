import { findKnownZone, findZoneCookie } from "#lib/time/zone-cookie.ts";

/** The IANA time zone of a page's times: the browser's if known, otherwise the given one. */
export function viewerZoneOf(request: Request, fallback: string): string {
  return findZoneCookie(request.headers.get("cookie")) ?? fallback;
}

/** The IANA time zone in the page's URL, where the visitor or the page cache has put it. */
export function findChosenZone({ searchParams }: URL): string | undefined {
  const zone = searchParams.get("zone");
  return zone ? findKnownZone(zone) : undefined;
}

/** The viewer's time zone from the URL or the browser's cookie, if known. */
export function findViewerZone(url: URL, cookies: string | null): string | undefined {
  return findChosenZone(url) ?? findZoneCookie(cookies);
}
