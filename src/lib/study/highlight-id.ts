import type { Anchor } from "./study.rules.ts";

/**
 * The ID of a highlight is derived from its place, so that two devices that highlight the same
 * words create a single highlight.
 */
export function highlightId({ verse, fromWord, toWord }: Anchor): string {
  return fromWord === null ? `highlight:${verse}` : `highlight:${verse}:${fromWord}-${toWord}`;
}
