/** Shows highlights, notes and bookmarks beside the verses of a reader page. */
import { numberOfVerse, parseVerseKey } from "#lib/quran/quran.ts";
import type { LocalItem, LocalItemOf, LocalItems } from "#lib/study/overlay.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";

interface Marks {
  bookmark: LocalItemOf<"bookmark"> | undefined;
  highlights: LocalItemOf<"highlight">[];
  notes: number;
}

/** Divides the text of a verse into one element per word. */
export type WrapWords = (verse: HTMLElement) => HTMLElement[];

/** What each verse currently shows, so that unchanged verses aren't updated. */
const painted = new WeakMap<HTMLElement, string>();

/** @param root contains the verses. Default: the whole page. */
export function paintItems(
  items: LocalItems,
  wrapWords: WrapWords,
  root: ParentNode = document,
): void {
  const marksByVerse = groupByVerse(items.values());
  for (const verse of root.querySelectorAll<HTMLElement>("[data-verse]")) {
    const place = parseVerseKey(verse.dataset.verse ?? "");
    const marks = place && marksByVerse.get(numberOfVerse(place) ?? 0);
    const state = marks ? JSON.stringify(marks) : "";
    if ((painted.get(verse) ?? "") === state) continue;
    painted.set(verse, state);
    paintHighlights(verse, marks?.highlights ?? [], wrapWords);
    paintMarks(verse, marks);
  }
}

function groupByVerse(items: Iterable<LocalItem>): Map<number, Marks> {
  const grouped = new Map<number, Marks>();
  const marksOf = (verse: number): Marks => {
    const marks = grouped.get(verse) ?? { bookmark: undefined, highlights: [], notes: 0 };
    grouped.set(verse, marks);
    return marks;
  };
  for (const item of items) {
    if (item.kind === "bookmark" && item.id !== resumeId) marksOf(item.verse).bookmark = item;
    if (item.kind === "highlight") marksOf(item.anchor.verse).highlights.push(item);
    if (item.kind === "note") marksOf(item.anchor.verse).notes += 1;
  }
  return grouped;
}

function paintHighlights(
  verse: HTMLElement,
  highlights: Marks["highlights"],
  wrapWords: WrapWords,
): void {
  const text = verse.querySelector<HTMLElement>(".verse-text [lang=ar], :scope > [lang=ar]");
  delete text?.dataset.highlight;
  for (const word of verse.querySelectorAll<HTMLElement>("[data-word][data-highlight]")) {
    delete word.dataset.highlight;
  }
  for (const { anchor, color } of highlights) {
    const { fromWord, toWord } = anchor;
    if (fromWord === null || toWord === null) {
      if (text) text.dataset.highlight = color;
      continue;
    }
    for (const word of wrapWords(verse).slice(fromWord - 1, toWord)) word.dataset.highlight = color;
  }
}

function paintMarks(verse: HTMLElement, marks: Marks | undefined): void {
  verse.querySelector(".study-marks")?.remove();
  if (!marks) return;
  const t = getTexts("study");
  const { bookmark, notes, highlights } = marks;
  const shown = [
    ...(bookmark ? [bookmark.name || t("bookmark")] : []),
    ...(notes > 0 ? [t("noteCount", { count: notes })] : []),
  ];
  const colors = [...new Set(highlights.map(({ color }) => t(`color_${color}`)))];
  const spoken = colors.map((color) => t("highlightedIn", { color }));
  const element = document.createElement("span");
  element.className = "study-marks";
  const side = verse.querySelector(".verse-side");
  if (side) {
    element.append(...shown.map((text) => createMark(text)), ...spoken.map(createSpoken));
    const tools = side.querySelector(".verse-tools, .live-notes");
    if (tools) tools.before(element);
    else side.append(element);
    return;
  }
  // In flowing text, a sign beside the verse's number indicates the items that the panel shows.
  element.append(createSpoken([...shown, ...spoken].join(", ")));
  if (shown.length > 0) element.dataset.marked = "";
  verse.querySelector(".verse-end")?.append(element);
}

function createMark(text: string): HTMLElement {
  const mark = document.createElement("button");
  mark.type = "button";
  mark.className = "study-mark";
  mark.dataset.readerAct = "verse";
  mark.dir = "auto";
  mark.textContent = text;
  return mark;
}

function createSpoken(text: string): HTMLElement {
  const spoken = document.createElement("span");
  spoken.className = "sr-only";
  spoken.textContent = ` ${text}`;
  return spoken;
}
