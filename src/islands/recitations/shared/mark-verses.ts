/** Shows a student in the reader how well each verse is known. */
import { ApiError } from "#lib/client/api-error.ts";
import { remembered } from "#lib/client/browser-storage.ts";
import { verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse, numberOfKey } from "#lib/quran/verse-key.ts";
import { describeAge } from "#lib/recitations/quran-chart.ts";
import { fetchVerseMarks } from "#lib/recitations/recitations.calls.ts";
import type { VerseMark, VerseMarks } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/recitations.ts";
import { showWeakWords, type WrapWords } from "./show-weak-words.ts";

/**
 * Adds a mark beside each verse of the page that the logged-in student has memorized, and underlines
 * weak words.
 */
export async function markVerses(wrapWords: WrapWords): Promise<void> {
  if (remembered.get("userRole") === "teacher") return;
  const verses = new Map<number, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-verse]")) {
    const number = numberOfKey(element.dataset.verse ?? "");
    if (number !== undefined) verses.set(number, element);
  }
  if (verses.size === 0) return;
  const { marks, weakWords } = await fetchMarks([...verses.keys()]);
  showWeakWords(weakWords, wrapWords);
  for (const mark of marks) {
    const [first, last] = [numberOfKey(mark.from) ?? 0, numberOfKey(mark.to) ?? 0];
    for (let number = first; number <= last; number++) addMark(verses.get(number), mark);
  }
}

/**
 * None for users without a student's profile. Without marks the text is complete, so a failed
 * request leaves the page as it is.
 */
async function fetchMarks(numbers: number[]): Promise<VerseMarks> {
  const keyOf = (number: number) => keyOfVerse(verseOfNumber(number));
  const passage = { from: keyOf(Math.min(...numbers)), to: keyOf(Math.max(...numbers)) };
  try {
    return await fetchVerseMarks(passage);
  } catch (error) {
    if (error instanceof ApiError) return { marks: [], weakWords: [] };
    throw error;
  }
}

function addMark(verse: HTMLElement | undefined, { state, recitedAt }: VerseMark): void {
  // Flowing text has no side, so the mark is above the verse's number.
  const place = verse?.querySelector(".verse-chip") ?? verse?.querySelector("a.verse-end");
  if (!place) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const mark = document.createElement("span");
  mark.className = "verse-mark";
  mark.dataset.state = state;
  mark.role = "img";
  mark.title = getTexts("recitations")(state, { age: describeAge(recitedAt, new Date(), zone) });
  mark.ariaLabel = mark.title;
  if (place.matches(".verse-chip")) place.after(mark);
  else place.append(mark);
}
