/** The link to the verse that the user read last. */
import { verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import type { LocalItems } from "#lib/study/overlay.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";

/** Inserts the link into the space that pages reserve for it for logged-in users. */
export function showContinue(items: LocalItems): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-continue]");
  const resume = items.get(resumeId);
  // The link leads to where the user was before opening this page, so it isn't updated while the
  // user reads.
  if (!link?.hidden || resume?.kind !== "bookmark") return;
  const verse = verseOfNumber(resume.verse);
  const key = keyOfVerse(verse);
  if (document.querySelector(`[data-verse="${key}"]`)) return;
  link.href = `/quran/${verse.surah}#${key}`;
  link.textContent = getTexts("study")("continueAt", { verse: key });
  link.hidden = false;
}
