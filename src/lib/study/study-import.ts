/** Reads files that people import: our own exports, and backups of Quran for Android. */
import { pagePassages } from "../quran/mushaf.ts";
import { numberOfVerse } from "../quran/quran.ts";
import { toCleanLine } from "../text/clean-text.ts";
import { excerpt } from "../text/excerpt.ts";
import type { LocalItem } from "./overlay.ts";
import { fieldsOfKind, type StudyFields, type StudyKind, studyLimits } from "./study.rules.ts";
import { studyChange } from "./study.ts";
import { studyFileFormat } from "./study-file.ts";

export type NewItem = {
  [Kind in StudyKind]: { id: string; kind: Kind } & StudyFields[Kind];
}[StudyKind];

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * @returns the items that the device doesn't have yet; undefined if the file has another format.
 */
export function readImport(text: string, present: Iterable<LocalItem>): NewItem[] | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const items = isObject(content)
    ? (readOwnFile(content) ?? readAndroidBackup(content))
    : undefined;
  return items && leaveOutKnown(items, [...present]);
}

/** One of our own exports, with or without the envelope of the API. */
function readOwnFile(content: Json): NewItem[] | undefined {
  const file = isObject(content.data) ? content.data : content;
  if (file.format !== studyFileFormat) return undefined;
  return listOf(file.items).flatMap((item) => {
    const read = studyChange.safeParse({ ...item, clock: 1 });
    if (!read.success) return [];
    const { id, kind } = read.data;
    const fields: Json = read.data;
    const names: readonly string[] = fieldsOfKind[kind];
    if (names.some((name) => fields[name] === undefined)) return [];
    const picked = Object.fromEntries(names.map((name) => [name, fields[name]]));
    return [{ id, kind, ...picked } as NewItem];
  });
}

/**
 * The format of Quran for Android: bookmarks of verses or pages with the IDs of their tags. Tags
 * become collections. Newer versions write IDs as text, older ones as numbers.
 */
function readAndroidBackup(content: Json): NewItem[] | undefined {
  if (!Array.isArray(content.bookmarks)) return undefined;
  const bookmarks = listOf(content.bookmarks).flatMap((bookmark) => {
    const { sura, ayah, page } = bookmark;
    const ofPage = pagePassages[Number(page) - 1]?.first;
    const isOfPage = sura === undefined || sura === null;
    const place = { surah: Number(sura), verse: Number(ayah) };
    const verse = isOfPage ? ofPage : numberOfVerse(place);
    const tags = Array.isArray(bookmark.tags) ? bookmark.tags.map(String) : [];
    return verse === undefined ? [] : [{ verse, tags }];
  });
  const collections = listOf(content.tags).flatMap(({ id, name }): NewItem[] => {
    const tagged = bookmarks.filter(({ tags }) => tags.includes(String(id)));
    const verses = [...new Set(tagged.map(({ verse }) => verse))].slice(0, studyLimits.verses);
    const title = excerpt(toCleanLine(String(name)), studyLimits.name);
    if (title === "" || verses.length === 0) return [];
    return [{ id: crypto.randomUUID(), kind: "collection", name: title, verses }];
  });
  const verses = [...new Set(bookmarks.map(({ verse }) => verse))];
  const marked = verses.map(
    (verse): NewItem => ({ id: crypto.randomUUID(), kind: "bookmark", verse, name: "" }),
  );
  return [...marked, ...collections];
}

const contentOf = (item: NewItem | LocalItem): string => {
  const fields = item as unknown as Json;
  return JSON.stringify([item.kind, ...fieldsOfKind[item.kind].map((name) => fields[name])]);
};

/**
 * If an ID is already in use, the imported item gets a new one, so that an import overwrites
 * nothing.
 */
function leaveOutKnown(items: readonly NewItem[], present: readonly LocalItem[]): NewItem[] {
  const known = new Set(present.map(contentOf));
  const taken = new Set(present.map(({ id }) => id));
  return items
    .filter((item) => !known.has(contentOf(item)))
    .map((item) => (taken.has(item.id) ? { ...item, id: crypto.randomUUID() } : item));
}
