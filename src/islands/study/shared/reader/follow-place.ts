/** Remembers the verse that the user is reading, so that any device can continue there. */
import { numberOfVerse, parseVerseKey } from "#lib/quran/quran.ts";
import { addItems } from "#lib/study/client/study-client.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { $study } from "#lib/study/study.store.ts";

/** How long the page must be still after scrolling, in milliseconds. */
const restMs = 2_000;
/** How long a page must be open if it isn't scrolled, in milliseconds. */
const stayMs = 15_000;

/**
 * Pages of a surah, a juz or a page of the printed mushaf. Other pages show a verse without its
 * context.
 */
export const isPassage = (): boolean =>
  document.querySelector(".reader-modes [aria-current=page]") !== null;

export function followPlace(): void {
  if (!isPassage()) return;
  const inView = new Set<HTMLElement>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target as HTMLElement);
      else inView.delete(target as HTMLElement);
    }
  });
  for (const verse of document.querySelectorAll("[data-verse]")) observer.observe(verse);
  let timer = setTimeout(() => remember(inView), stayMs);
  addEventListener(
    "scroll",
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => remember(inView), restMs);
    },
    { passive: true },
  );
}

function remember(inView: ReadonlySet<HTMLElement>): void {
  if (document.visibilityState !== "visible") return;
  const bar = document.querySelector(".reader-bar")?.getBoundingClientRect().bottom ?? 0;
  const bottomOf = (verse: HTMLElement) => verse.getBoundingClientRect().bottom;
  const [first] = [...inView]
    .filter((verse) => bottomOf(verse) > bar + 8)
    .toSorted((one, other) => bottomOf(one) - bottomOf(other));
  const place = parseVerseKey(first?.dataset.verse ?? "");
  const verse = place && numberOfVerse(place);
  const resume = $study.get().items.get(resumeId);
  if (verse === undefined || (resume?.kind === "bookmark" && resume.verse === verse)) return;
  void addItems([{ id: resumeId, kind: "bookmark", verse, name: "" }], false);
}
