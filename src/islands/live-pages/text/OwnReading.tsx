import { type RefObject, useEffect } from "react";
import { showItemsIn } from "#islands/study/shared/show-items.ts";
import { useTajweed, type WordWriter } from "./use-tajweed.ts";

interface OwnReadingProps {
  text: RefObject<HTMLElement | null>;
  /** Whether the viewer wants tajweed colors. */
  tajweed: boolean;
  onWriter: (write: WordWriter | undefined) => void;
  onNotes: (verse: string) => void;
}

const wordsOf = (verse: HTMLElement) => [
  ...verse.querySelectorAll<HTMLElement>(".verse-text [data-word]"),
];

/** Shows the viewer's own highlights, notes, bookmarks and colors in the text. */
export function OwnReading({ text, tajweed, onWriter, onNotes }: OwnReadingProps) {
  const write = useTajweed(tajweed);
  useEffect(() => onWriter(write), [write, onWriter]);
  useEffect(() => {
    const { current } = text;
    if (!current) return;
    return showItemsIn({ text: current, wrapWords: wordsOf, onMark: onNotes });
  }, [text, onNotes]);
  return null;
}
