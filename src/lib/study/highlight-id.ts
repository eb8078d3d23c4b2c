import type { Anchor } from "./study.rules.ts";

/**
 * The ID of a highlight follows from its place, so that two devices which highlight the same words
 * have one highlight.
 */
export function highlightId({ verse, fromWord, toWord }: Anchor): string {
  return fromWord === null ? `highlight:${verse}` : `highlight:${verse}:${fromWord}-${toWord}`;
}
