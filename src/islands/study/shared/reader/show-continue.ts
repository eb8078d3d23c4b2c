/** The link to the verse that the user read last. */
import { verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import { localizePath } from "#lib/site/locale.ts";
import type { LocalItems } from "#lib/study/overlay.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { isPassage } from "./follow-place.ts";

/** Inserts the link into the space that pages reserve for it for logged-in users. */
export function showContinue(items: LocalItems): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-continue]");
  const resume = items.get(resumeId);
  if (!link || resume?.kind !== "bookmark") return;
  // While the user reads a passage, the link leads to where they were before opening it. Other pages
  // follow what the user reads in another tab or on another device.
  if (!link.hidden && isPassage()) return;
  const verse = verseOfNumber(resume.verse);
  const key = keyOfVerse(verse);
  if (document.querySelector(`[data-verse="${key}"]`)) return;
  link.href = localizePath(`/quran/${verse.surah}#${key}`);
  link.textContent = getTexts("study")("continueAt", { verse: key });
  link.hidden = false;
}
