/** Writes a person's items as Markdown, in the order of the Quran. */

import { nameSurahOf, verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import type { ExportedItem } from "#lib/study/study.responses.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { Outline, ReadItems } from "./outline.ts";

const keyOf = (number: number): string => keyOfVerse(verseOfNumber(number));

/** The sections are separated by empty lines. */
export async function* writeMarkdown(
  outline: readonly Outline[],
  readItems: ReadItems,
  exportedAt: Date,
): AsyncGenerator<string, void> {
  let separator = "";
  for await (const section of writeSections(outline, readItems, exportedAt)) {
    if (section === "") continue;
    yield `${separator}${section}`;
    separator = "\n\n";
  }
  yield "\n";
}

async function* writeSections(
  outline: readonly Outline[],
  readItems: ReadItems,
  exportedAt: Date,
): AsyncGenerator<string, void> {
  const t = getTexts("study");
  const date = exportedAt.toISOString().slice(0, 10);
  yield* [`# ${t("exportTitle")}`, t("exportedOn", { date })];
  const placed = outline
    .filter(({ id, verse }) => id !== resumeId && verse !== null)
    .toSorted((one, other) => (one.verse ?? 0) - (other.verse ?? 0));
  let before: number | undefined;
  for await (const item of readItems(placed)) {
    const verse = item.verse ?? item.anchor?.verse;
    if (verse === undefined) continue;
    const { surah } = verseOfNumber(verse);
    const isNewSurah = before === undefined || verseOfNumber(before).surah !== surah;
    if (isNewSurah) yield `## ${surah}. ${nameSurahOf(surah)}`;
    if (verse !== before) yield `### ${keyOf(verse)}`;
    before = verse;
    yield* writeItem(item);
  }
  const collections = outline.filter(({ kind }) => kind === "collection");
  if (collections.length > 0) yield `## ${t("collections")}`;
  for await (const { name = "", verses = [] } of readItems(collections)) {
    yield* [`### ${toLine(name)}`, verses.map((verse) => `- ${keyOf(verse)}`).join("\n")];
  }
  const resume = outline.find(({ id }) => id === resumeId)?.verse;
  if (typeof resume === "number") yield t("exportedResume", { verse: keyOf(resume) });
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
