/** Opens the word that was clicked. */
import { wordOfPart } from "#lib/quran/words/word-key.ts";
import { openWordCard } from "../verse-panel/open-panel.tsx";
import { wordAt } from "../verse-words.ts";

/**
 * @param verse the element with `data-verse`.
 * @param text the Arabic text that was clicked: the verse's, or a word with its meaning.
 */
export function openClickedWord(verse: HTMLElement, text: HTMLElement, click: MouseEvent): void {
  const opener = verse.querySelector<HTMLElement>("[data-reader-act=verse]") ?? verse;
  const item = text.closest(".words > li");
  if (item) {
    const position = [...(item.parentElement?.children ?? [])].indexOf(item) + 1;
    openWordCard(verse, () => position, opener);
    return;
  }
  const part = wordAt(verse, click.clientX, click.clientY);
  if (part !== undefined) openWordCard(verse, (words) => wordOfPart(words, part), opener);
}
