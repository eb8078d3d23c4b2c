import { viewerZone } from "#lib/time/format-time.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The viewer's IANA zone: the browser's, and until that is known the given one. */
export function useViewerZone(before = "UTC"): string {
  return useHydrated() ? viewerZone() : before;
}
