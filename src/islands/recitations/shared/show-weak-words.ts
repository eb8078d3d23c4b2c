/** Shows a student in the reader which words the teacher marked, until they are no longer weak. */
import { describeAge } from "#lib/recitations/quran-chart.ts";
import type { WeakWord } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/marking.ts";
import { getTexts as getRecitationTexts } from "#translations/recitations.ts";

/** Turns the words of a verse into elements and returns them in their order. */
export type WrapWords = (verse: HTMLElement) => readonly HTMLElement[];

const t = () => getTexts("marking");

/**
 * Underlines the weak words of the page, and adds an explanation below the text, so that nothing
 * moves.
 */
export function showWeakWords(weakWords: readonly WeakWord[], wrapWords: WrapWords): void {
  const verses = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-verse]")) {
    verses.set(element.dataset.verse ?? "", element);
  }
  const shown = weakWords.filter((weak) => {
    const verse = verses.get(weak.verse);
    const word = verse && wrapWords(verse)[weak.word - 1];
    if (!word) return false;
    word.dataset.weak = weak.isFading ? "fading" : "weak";
    word.title = describeWeakWord(weak);
    return true;
  });
  const last = [...verses.values()].at(-1);
  if (shown.length > 0 && last) findBlock(last).after(createLegend(shown));
}

function describeWeakWord({ mistake, times, markedAt, remaining }: WeakWord): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const age = describeAge(markedAt, new Date(), zone);
  return t()("weakWord", {
    mistake: getRecitationTexts("recitations")(mistake),
    times,
    age,
    remaining,
  });
}

/** The part of the page that contains the text. */
function findBlock(verse: HTMLElement): HTMLElement {
  let block = verse;
  while (block.parentElement && !block.parentElement.matches(".page, main, body")) {
    block = block.parentElement;
  }
  return block;
}

function createLegend(weakWords: readonly WeakWord[]): HTMLElement {
  const add = (name: string, className: string, text = "") =>
    Object.assign(document.createElement(name), { className, textContent: text });
  const legend = add("section", "weak-words panel");
  const heading = add("h2", "text-lg", t()("weakWords"));
  heading.id = "weak-words";
  legend.setAttribute("aria-labelledby", heading.id);
  const list = add("ul", "");
  for (const weak of weakWords) {
    const item = add("li", "");
    const link = Object.assign(document.createElement("a"), {
      className: "link",
      href: `#${weak.verse}`,
    });
    const word = add("span", "quran-word is-small", weak.text);
    Object.assign(word, { lang: "ar", dir: "rtl" });
    word.dataset.weak = weak.isFading ? "fading" : "weak";
    link.append(word, ` ${weak.verse}`);
    item.append(link, add("p", "muted text-sm", describeWeakWord(weak)));
    list.append(item);
  }
  legend.append(heading, add("p", "muted text-sm", t()("weakWordsHelp")), list);
  return legend;
}
