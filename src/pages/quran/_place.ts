/**
 * Where a passage is in the Quran. The bar of the reader stays in view, so it names all juz and pages of
 * the text below it, and not only those of its first verse.
 */
import { juzOfVerse, pageOfVerse } from "#lib/quran/mushaf.ts";
import type { Passage } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/translate.ts";

/** The juz of a passage: 'Juz 1' or 'Juz 1–3'. */
export function describeJuz({ first, last }: Passage): string {
  const t = getTexts("quran");
  const [from, to] = [juzOfVerse(first), juzOfVerse(last)];
  return from === to ? t("juz", { number: from }) : t("juzRange", { from, to });
}

/** The pages of a passage in the printed mushaf: 'Page 604' or 'Pages 2–49'. */
export function describePages({ first, last }: Passage): string {
  const t = getTexts("quran");
  const [from, to] = [pageOfVerse(first), pageOfVerse(last)];
  return from === to ? t("page", { number: from }) : t("pageRange", { from, to });
}
