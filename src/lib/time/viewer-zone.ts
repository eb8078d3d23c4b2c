import { findPageScope } from "../page-scope.ts";

/** The zone for which the server rendered the page. Undefined if the viewer's zone was unknown. */
export function renderedZone(): string | undefined {
  return findPageScope()?.data.zone ?? undefined;
}

/** The viewer's IANA zone: the one for which the server rendered the page, or the browser's. */
export function viewerZone(): string {
  return renderedZone() ?? browserZone();
}

/** The browser's IANA zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
