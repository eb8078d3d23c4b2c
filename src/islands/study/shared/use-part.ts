import { useMemo, useState } from "react";
import { arabicEdition } from "#lib/quran/editions.ts";
import type { Anchor } from "#lib/study/study.rules.ts";
import { readWords } from "./verse-text.ts";

export interface Part {
  /** The words of the verse. */
  words: string[];
  /** The selected words, from 1. Undefined for the whole verse. */
  range: { from: number; to: number } | undefined;
  choose(range: Part["range"]): void;
  /** The place in the text that a highlight or a note refers to. */
  anchor: Anchor;
}

/** The part of a verse that the user has selected. */
export function usePart(verse: HTMLElement, number: number): Part {
  const words = useMemo(() => readWords(verse), [verse]);
  const [range, choose] = useState<Part["range"]>();
  const quoted = range ? words.slice(range.from - 1, range.to) : words;
  const anchor: Anchor = {
    verse: number,
    fromWord: range?.from ?? null,
    toWord: range?.to ?? null,
    edition: arabicEdition.id,
    quote: quoted.join(" "),
  };
  return { words, range, choose, anchor };
}
