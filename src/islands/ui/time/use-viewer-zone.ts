import { renderedZone, viewerZone } from "#lib/time/viewer-zone.ts";
import { useHydrated } from "../use-hydrated.ts";

/** The viewer's IANA time zone: the given one on the server, then the browser's. */
export function useViewerZone(before = renderedZone() ?? "UTC"): string {
  return useHydrated() ? viewerZone() : before;
}
