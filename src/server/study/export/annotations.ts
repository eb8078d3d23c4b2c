/**
 * Writes a person's items as Web Annotations (https://www.w3.org/TR/annotation-model/). A verse is
 * a fragment of its surah's page, and quoted words are found by their text.
 */
import { verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import type { ExportedItem } from "#lib/study/study.responses.ts";
import { type Anchor, resumeId } from "#lib/study/study.rules.ts";
import { writeArray } from "../../http/export-stream.ts";

const motivations = {
  bookmark: "bookmarking",
  highlight: "highlighting",
  note: "commenting",
  collection: "classifying",
} as const;

/** @param siteUrl the site's address, without a slash at the end. */
export async function* writeAnnotations(
  items: AsyncIterable<ExportedItem>,
  siteUrl: string,
): AsyncGenerator<string, void> {
  const head = {
    "@context": "http://www.w3.org/ns/anno.jsonld",
    id: `${siteUrl}/api/study/export?format=annotations`,
    type: "AnnotationPage",
  };
  yield `${JSON.stringify(head).slice(0, -1)},"items":`;
  yield* writeArray(annotationsOf(items, siteUrl));
  yield "}";
}

async function* annotationsOf(items: AsyncIterable<ExportedItem>, siteUrl: string) {
  for await (const item of items) {
    if (item.id === resumeId) continue;
    yield {
      id: `${siteUrl}/quran/study#${encodeURIComponent(item.id)}`,
      type: "Annotation",
      motivation: motivations[item.kind],
      created: item.createdAt,
      modified: item.updatedAt,
      ...writeBody(item),
      target: targetsOf(item).map((target) => writeTarget(target, siteUrl)),
    };
  }
}

function writeBody({ text, name, color }: ExportedItem): object {
  const value = text ?? name ?? color;
  if (!value) return {};
  const purpose = text === undefined ? "tagging" : "commenting";
  return { body: { type: "TextualBody", value, format: "text/plain", purpose } };
}

type Target = Pick<Anchor, "verse"> & Partial<Anchor>;

function targetsOf({ anchor, verse, verses }: ExportedItem): Target[] {
  if (anchor) return [anchor];
  return (verses ?? (verse === undefined ? [] : [verse])).map((number) => ({ verse: number }));
}

function writeTarget({ verse, quote }: Target, siteUrl: string): object {
  const place = verseOfNumber(verse);
  const fragment = {
    type: "FragmentSelector",
    conformsTo: "http://tools.ietf.org/rfc/rfc3236",
    value: keyOfVerse(place),
  };
  return {
    source: `${siteUrl}/quran/${place.surah}`,
    selector: quote ? [fragment, { type: "TextQuoteSelector", exact: quote }] : [fragment],
  };
}
