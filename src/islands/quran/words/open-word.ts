/** Opens the word that was clicked. */
import { openWordCard } from "../verse-panel/open-panel.tsx";
import { wordAt } from "../verse-words.ts";

/**
 * @param verse the element with `data-verse`.
 * @param text the Arabic text that was clicked: that of the verse, or a word with its meaning.
 */
export function openClickedWord(verse: HTMLElement, text: HTMLElement, click: MouseEvent): void {
  const opener = verse.querySelector<HTMLElement>("[data-reader-act=verse]") ?? verse;
  const item = text.closest(".words > li");
  if (item) {
    const position = [...(item.parentElement?.children ?? [])].indexOf(item) + 1;
    openWordCard(verse, position, opener);
    return;
  }
  const position = wordAt(verse, click.clientX, click.clientY);
  if (position !== undefined) openWordCard(verse, position, opener);
}
