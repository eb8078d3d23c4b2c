/** At these window widths, the panel is beside the text (`src/styles/quran-tools.css`). */
const wide = "(width >= 64rem)";

/**
 * Scrolls a verse or a word into view if the panel at the bottom of a phone covers it, or will
 * cover it once the panel has loaded completely.
 */
export function showAbovePanel(text: HTMLElement): void {
  const panel = document.querySelector<HTMLElement>(".verse-panel");
  if (!panel || matchMedia(wide).matches) return;
  const { top, bottom } = text.getBoundingClientRect();
  // When the page is scrolled, the reader's bar is at the top of the window.
  const freeTop = document.querySelector<HTMLElement>(".reader-bar")?.offsetHeight ?? 0;
  const maxHeight = Number.parseFloat(getComputedStyle(panel).maxHeight);
  const freeBottom = panel.getBoundingClientRect().bottom - maxHeight;
  if (top >= freeTop && bottom <= freeBottom) return;
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: top - freeTop - 8, behavior: isReduced ? "instant" : "smooth" });
}
