/**
 * The tools of the Quran reader. Loaded when one of them is first used or, for logged-in users,
 * when the browser is idle. Each tool is in a separate file that is loaded on demand.
 */
import { withTexts } from "#translations/load.ts";
import { loadToolStyles } from "./tool-styles.ts";
import { wrapWords } from "./verse-words.ts";

/**
 * Performs the action in the element's `data-reader-act`. An Arabic text without that attribute
 * opens the word that was clicked.
 * @throws if the tool can't be loaded.
 */
export async function act(element: HTMLElement, event: Event): Promise<void> {
  const verse = element.closest<HTMLElement>("[data-verse]");
  if (element.dataset.readerAct === "verse" && verse) {
    const [{ openVersePanel }] = await Promise.all([
      withTexts(import("./verse-panel/open-panel.tsx")),
      loadToolStyles(),
    ]);
    openVersePanel(verse, element);
  } else if (element.dataset.readerAct === "hide") {
    const [{ toggleHidden }] = await Promise.all([
      withTexts(import("#islands/study/shared/reader/hide-text.ts")),
      loadToolStyles(),
    ]);
    toggleHidden(element, wrapWords);
  } else if (element.dataset.readerAct === "play") {
    const { toggle } = await loadPlayer();
    await toggle(wrapWords);
  } else if (element.dataset.readerAct === undefined && verse && event instanceof MouseEvent) {
    const hiding = await loadHiding();
    if (hiding?.isHidden(verse)) return hiding.reveal(verse);
    const [{ openClickedWord }] = await Promise.all([
      withTexts(import("./words/open-word.ts")),
      loadToolStyles(),
    ]);
    openClickedWord(verse, element, event);
  }
}

/** Undefined if the text isn't hidden. */
const loadHiding = async () =>
  document.documentElement.dataset.hideText === undefined
    ? undefined
    : withTexts(import("#islands/study/shared/reader/hide-text.ts"));

async function loadPlayer() {
  const [player] = await Promise.all([
    withTexts(import("#islands/audio/shared/open-player.tsx")),
    loadToolStyles(),
  ]);
  return player;
}

/** Continues playback that led to this page. */
export async function continueListening(): Promise<void> {
  const player = await loadPlayer();
  await player.continueListening(wrapWords);
}

/** Shows the items of the logged-in user. */
export async function start(): Promise<void> {
  const [{ showStudy }, { markVerses }] = await Promise.all([
    withTexts(import("#islands/study/shared/reader/show-study.ts")),
    withTexts(import("#islands/recitations/shared/mark-verses.ts")),
    loadToolStyles(),
  ]);
  await Promise.all([showStudy(wrapWords), markVerses(wrapWords)]);
}
