import { findPageScope } from "../page-scope.ts";

/** The viewer's IANA zone: the one for which the server rendered the page, or the browser's. */
export function viewerZone(): string {
  return findPageScope()?.data.zone ?? browserZone();
}

/** The browser's IANA zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
