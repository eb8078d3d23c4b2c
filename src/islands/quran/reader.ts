/**
 * The keyboard shortcuts and modes of the Quran reader. The inline script of reader pages loads
 * this on the first key press or click. Links offer the same functions.
 */
import { remembered } from "#lib/client/browser-storage.ts";
import { mayBeDivided, versesPerPart } from "#lib/quran/reader-parts.ts";

/** The verse at the top of the window, below the bar. */
function findCurrent(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-verse]");
  if (focused && isInView(focused)) return focused;
  const top = barHeight();
  const linked = document.getElementById(location.hash.slice(1));
  if (linked?.matches("[data-verse]") && isJustBelow(linked, top)) return linked;
  return listVerses().find((verse) => verse.getBoundingClientRect().bottom > top + maxRest(verse));
}

/**
 * Whether a verse that was linked to is still where the browser has scrolled to. In flowing text, the
 * end of the verse before it can be on the same line.
 */
function isJustBelow(verse: HTMLElement, top: number): boolean {
  const distance = verse.getBoundingClientRect().top - top;
  return distance > -8 && distance < 64;
}

/**
 * How much of a verse, in pixels, may still be in view when the next one counts as the one at the top.
 * Browsers place a verse of a list that is linked to only approximately below the bar, because they
 * lay out the verses before it later.
 */
const maxRest = (verse: HTMLElement): number => (verse.matches(".verse") ? 48 : 8);

const listVerses = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-verse]")];

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > barHeight() && top < innerHeight;
}

const barHeight = (): number =>
  document.querySelector(".reader-bar")?.getBoundingClientRect().height ?? 0;

/** The verse that is being played, if it is in view: the verse at the top can be on the page before it. */
function findRecited(): HTMLElement | undefined {
  const recited = document.querySelector<HTMLElement>("main [data-verse][data-recited]");
  return recited && isInView(recited) ? recited : undefined;
}

/** Performs the action of a key. Keys in the panel with a verse's tools don't move the text behind it. */
export function press(key: string): void {
  if (document.activeElement?.closest(".verse-panel")) return;
  if (key === "j") moveBy(1);
  else if (key === "k") moveBy(-1);
  else if (key === "ArrowLeft") follow("next");
  else if (key === "ArrowRight") follow("prev");
  else if (key === "p") document.querySelector<HTMLElement>("[data-reader-act=play]")?.click();
  else if (key === "/") search();
  else if (key === "?") document.querySelector<HTMLElement>("#keys")?.togglePopover();
}

/** In narrow windows, a link to the page with the search field replaces the field. */
function search(): void {
  const field = document.querySelector<HTMLElement>("[data-search]");
  if (field?.checkVisibility()) field.focus();
  else document.querySelector<HTMLElement>("[data-search-link]")?.click();
}

function moveBy(step: 1 | -1): void {
  const verses = listVerses();
  const current = findCurrent();
  // The first key press selects the verse in view, because no verse has the focus yet.
  const isFocused = current === document.activeElement;
  const index = current ? verses.indexOf(current) : 0;
  const target = verses[isFocused || step < 0 ? index + step : index];
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start", behavior: "instant" });
  history.replaceState(history.state, "", `#${target.dataset.verse}`);
}

function follow(direction: "next" | "prev"): void {
  document.querySelector<HTMLAnchorElement>(`.reader-pager a[rel=${direction}]`)?.click();
}

/**
 * Makes a link to another mode open the verse at the top of the window. The link is marked as busy, and
 * must not be when the browser shows the page again.
 */
export function keepPosition(link: HTMLAnchorElement): void {
  const end = () => link.removeAttribute("aria-busy");
  // A link to the current mode only changes the fragment, so the page stays.
  if (link.ariaCurrent) end();
  else addEventListener("pagehide", end, { once: true });
  const verse = findRecited() ?? findCurrent();
  if (!verse?.dataset.verse) return;
  link.hash = verse.dataset.verse;
  const page = link.dataset.readerMode === "page" && findPage(verse);
  if (page) link.pathname = page;
  else leadToSurah(link, verse.dataset.verse);
}

/**
 * Pages of the mushaf link to their first surah, but the verse in view can belong to another one.
 * Other links don't change.
 */
function leadToSurah(link: HTMLAnchorElement, key: string): void {
  const path = /^(.*\/quran\/)\d+$/.exec(link.pathname)?.[1];
  if (!path) return;
  const [surah, verse] = key.split(":");
  const target = new URL(link.href);
  target.pathname = path + surah;
  const part = mayBeDivided(target.searchParams) ? Math.ceil(Number(verse) / versesPerPart) : 1;
  if (part > 1) target.searchParams.set("part", String(part));
  else target.searchParams.delete("part");
  link.href = target.href;
}

/**
 * If the page is scrolled, the form with the display options leads to the verse at the top of the
 * window.
 */
export function applyOptions(form: HTMLFormElement): void {
  const target = new URL(form.action);
  // Live pages use the same choice.
  remembered.set("tajweedColors", String(new FormData(form).has("tajweed")));
  for (const [name, value] of new FormData(form)) target.searchParams.append(name, String(value));
  const verse = scrollY > 0 ? findCurrent() : undefined;
  if (verse?.dataset.verse) {
    target.hash = verse.dataset.verse;
    const part = findPart(verse, target.searchParams);
    if (part > 1) target.searchParams.set("part", String(part));
  }
  location.href = target.href;
}

/** The part of the passage that contains the verse, if the requested view is divided. */
function findPart(verse: HTMLElement, wanted: URLSearchParams): number {
  if (!mayBeDivided(wanted)) return 1;
  const current = new URLSearchParams(location.search);
  const shownPart = mayBeDivided(current) ? Number(current.get("part") ?? 1) : 1;
  const index = (shownPart - 1) * versesPerPart + listVerses().indexOf(verse);
  return Math.floor(index / versesPerPart) + 1;
}

/** The path of the page with a verse. Both verses and pages of flowing text link to it. */
function findPage(verse: HTMLElement): string | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-page-link]")];
  const within = verse.closest("section")?.querySelector<HTMLAnchorElement>("[data-page-link]");
  const isAfter = (link: Node) =>
    (link.compareDocumentPosition(verse) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const link = within ?? links.findLast((each) => !isAfter(each) || verse.contains(each));
  return link?.pathname;
}
