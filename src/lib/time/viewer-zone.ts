import { findPageScope } from "../page-scope.ts";

/** The viewer's IANA zone: the one for which the server rendered the page, else this machine's. */
export function viewerZone(): string {
  return findPageScope()?.data.zone ?? browserZone();
}

/** The IANA zone of this machine. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
