import { findKnownZone } from "#lib/time/time-zones.ts";
import { findZoneCookie } from "#lib/time/zone-cookie.ts";

interface ShownPage {
  request: Request;
  locals: App.Locals;
}

/** The IANA time zone of a page's times: the one of the person's page, or the browser's. */
export function findPageZone({ request, locals }: ShownPage): string | undefined {
  return locals.page?.scope.data.zone ?? findZoneCookie(request.headers.get("cookie"));
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
