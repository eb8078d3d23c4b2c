/**
 * Hides the text of a reader page, so that people can test their memory. Choosing a verse reveals
 * its next word or all of its text.
 */
import { getTexts } from "#translations/study.ts";
import type { WrapWords } from "./paint-items.ts";

export type HideMode = "words" | "verses";

/** The attribute of `<html>` while text is hidden. The style sheet uses it. */
const attribute = "hideText";

let mode: HideMode | undefined;
let wrap: WrapWords = () => [];
let isWatching = false;

/**
 * Hides words or verses, or shows everything again.
 * @param button the button with `data-hide`, which is shown as pressed while the text is hidden.
 */
export function toggleHidden(button: HTMLElement, wrapWords: WrapWords): void {
  wrap = wrapWords;
  const wanted: HideMode = button.dataset.hide === "verses" ? "verses" : "words";
  setMode(mode === wanted ? undefined : wanted);
  closeOptions(button);
  for (const each of document.querySelectorAll<HTMLElement>("[data-hide]")) {
    each.ariaPressed = String(each.dataset.hide === mode);
  }
  announce(mode ? getTexts("study")("hideHelp") : "");
  showEndButton();
}

/** The open options would cover the text. */
function closeOptions(button: HTMLElement): void {
  const options = button.closest("details");
  if (!options) return;
  options.open = false;
  options.querySelector("summary")?.focus({ preventScroll: true });
}

let endButton: HTMLElement | undefined;

/** While text is hidden, a button that stays in view shows it again. */
function showEndButton(): void {
  if (!mode) {
    if (endButton === document.activeElement) {
      document.querySelector<HTMLElement>(".display > summary")?.focus({ preventScroll: true });
    }
    endButton?.remove();
    return;
  }
  endButton ??= createEndButton();
  document.body.append(endButton);
}

function createEndButton(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "show-text btn btn-secondary";
  button.textContent = getTexts("study")("showText");
  button.addEventListener("click", () => {
    const pressed = document.querySelector<HTMLElement>("[data-hide][aria-pressed=true]");
    if (pressed) toggleHidden(pressed, wrap);
  });
  return button;
}

const listVerses = () => document.querySelectorAll<HTMLElement>("main [data-verse]");
const textOf = (verse: HTMLElement) =>
  verse.querySelector<HTMLElement>(".verse-text [lang=ar], :scope > [lang=ar]");

function setMode(next: HideMode | undefined): void {
  mode = next;
  const root = document.documentElement;
  if (next) root.dataset[attribute] = next;
  else delete root.dataset[attribute];
  for (const verse of listVerses()) {
    hide(verse);
    const text = textOf(verse);
    if (!text) continue;
    // Screen readers would still read letters that are hidden only by CSS.
    text.ariaHidden = next ? "true" : null;
    verse.querySelector(".reveal")?.remove();
    if (next) text.after(createReveal(verse, next));
  }
  if (isWatching) return;
  isWatching = true;
  addEventListener("keydown", revealByKey);
}

/** A button that is visible while it has the focus, and covers the verse for pointers. */
function createReveal(verse: HTMLElement, chosen: HideMode): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reveal";
  const key = verse.dataset.verse ?? "";
  button.ariaLabel = getTexts("study")(chosen === "words" ? "revealWord" : "revealVerse", {
    verse: key,
  });
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    reveal(verse);
  });
  return button;
}

function hide(verse: HTMLElement): void {
  delete verse.dataset.shown;
  for (const word of verse.querySelectorAll<HTMLElement>("[data-word][data-shown]")) {
    delete word.dataset.shown;
  }
}

/** Whether any part of the verse's text is hidden. */
export const isHidden = (verse: HTMLElement): boolean =>
  mode !== undefined && verse.dataset.shown === undefined;

/** Shows the next word, or the whole verse. */
export function reveal(verse: HTMLElement): void {
  const next =
    mode === "words" ? wrap(verse).find((word) => word.dataset.shown === undefined) : undefined;
  if (next) {
    next.dataset.shown = "";
    announce(next.textContent ?? "", "ar");
  }
  const isLast = mode === "verses" || wrap(verse).every(({ dataset }) => dataset.shown === "");
  if (!isLast) return;
  verse.dataset.shown = "";
  if (mode === "verses") announce(textOf(verse)?.textContent ?? "", "ar");
}

function revealByKey(event: KeyboardEvent): void {
  const isTyping = (event.target as Element).closest("input,select,textarea");
  if (!mode || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() !== "r") return;
  const verse = document.activeElement?.closest<HTMLElement>("[data-verse]") ?? findInView();
  if (!verse) return;
  if (event.shiftKey) hide(verse);
  else reveal(verse);
}

/** The first verse in view that isn't completely shown yet. */
function findInView(): HTMLElement | undefined {
  const bar = document.querySelector(".reader-bar")?.getBoundingClientRect().bottom ?? 0;
  return [...listVerses()].find((verse) => {
    const { top, bottom } = verse.getBoundingClientRect();
    return bottom > bar + 8 && top < innerHeight && verse.dataset.shown === undefined;
  });
}

let region: HTMLElement | undefined;

function announce(text: string, language?: string): void {
  if (!region) {
    region = document.createElement("p");
    region.className = "sr-only";
    region.role = "status";
    document.body.append(region);
  }
  region.lang = language ?? document.documentElement.lang;
  region.textContent = text;
}
