/** The panel with the tools for one verse or one word, mounted on first use. */
import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { WordCard } from "../words/WordCard.tsx";
import { VersePanel } from "./VersePanel.tsx";

let root: Root | undefined;

/**
 * Opens the panel, or shows another verse in it.
 * @param opener the element that gets the focus back when the panel is closed.
 */
export function openVersePanel(verse: HTMLElement, opener: HTMLElement): void {
  const key = verse.dataset.verse;
  const onWord = (position: number) => openWordCard(verse, position, opener);
  show(<VersePanel key={key} verse={verse} onWord={onWord} onClose={() => close(opener)} />);
}

/**
 * Opens the panel with one word of a verse.
 * @param position the word, from 1.
 * @param opener the element that gets the focus back when the panel is closed.
 */
export function openWordCard(verse: HTMLElement, position: number, opener: HTMLElement): void {
  opened += 1;
  show(
    <WordCard
      key={`word ${opened}`}
      verse={verse}
      start={position}
      onVerse={() => openVersePanel(verse, opener)}
      onClose={() => close(opener)}
    />,
  );
}

/** Each opened word has its own card. */
let opened = 0;

function close(opener: HTMLElement): void {
  root?.render(null);
  opener.focus({ preventScroll: true });
}

/** Renders synchronously, so that the panel can take the focus. */
function show(panel: ReactElement): void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() => root?.render(panel));
}
