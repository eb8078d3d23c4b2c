/** Writes a person's items as Markdown, in the order of the Quran. */

import { findSurah, verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import type { ExportedItem } from "#lib/study/study.responses.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/translate.ts";

const firstVerse = ({ verse, anchor }: ExportedItem): number | undefined => verse ?? anchor?.verse;

const keyOf = (number: number): string => keyOfVerse(verseOfNumber(number));

export function writeMarkdown(items: readonly ExportedItem[], exportedAt: Date): string {
  const t = getTexts("study");
  const date = exportedAt.toISOString().slice(0, 10);
  const parts = [`# ${t("exportTitle")}`, t("exportedOn", { date })];
  const placed = items
    .filter(({ id }) => id !== resumeId)
    .flatMap((item) => {
      const verse = firstVerse(item);
      return verse === undefined ? [] : [{ item, verse }];
    })
    .toSorted((one, other) => one.verse - other.verse);
  let before: number | undefined;
  for (const { item, verse } of placed) {
    const { surah } = verseOfNumber(verse);
    const isNewSurah = before === undefined || verseOfNumber(before).surah !== surah;
    if (isNewSurah) parts.push(`## ${surah}. ${findSurah(surah)?.name ?? ""}`);
    if (verse !== before) parts.push(`### ${keyOf(verse)}`);
    before = verse;
    parts.push(...writeItem(item));
  }
  const collections = items.filter(({ kind }) => kind === "collection");
  if (collections.length > 0) parts.push(`## ${t("collections")}`);
  for (const { name = "", verses = [] } of collections) {
    parts.push(`### ${toLine(name)}`, verses.map((verse) => `- ${keyOf(verse)}`).join("\n"));
  }
  const resume = items.find(({ id }) => id === resumeId)?.verse;
  if (resume !== undefined) parts.push(t("exportedResume", { verse: keyOf(resume) }));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const toLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ");
const toQuote = (text: string): string => text.replaceAll(/^/gm, "> ");

function writeItem({ kind, name = "", anchor, color, text = "" }: ExportedItem): string[] {
  const t = getTexts("study");
  if (kind === "bookmark") return [`**${t("bookmark")}**${name ? `: ${toLine(name)}` : ""}`];
  const place =
    anchor && anchor.fromWord !== null && anchor.toWord !== null
      ? ` (${t("words", { from: anchor.fromWord, to: anchor.toWord })})`
      : "";
  const quote = anchor?.quote ? [toQuote(anchor.quote)] : [];
  if (kind === "highlight" && color) {
    return [`**${t("highlight")}**${place}: ${t(`color_${color}`)}`, ...quote];
  }
  return [`**${t("note")}**${place}`, ...quote, text];
}
