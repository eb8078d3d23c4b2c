/** Reads files that people import: our own exports, and backups of Quran for Android. */
import { getTexts } from "#translations/study-import.ts";
import { pagePassages } from "../quran/mushaf.ts";
import { numberOfVerse } from "../quran/quran.ts";
import { toCleanLine } from "../text/clean-text.ts";
import { excerpt } from "../text/excerpt.ts";
import { highlightId } from "./highlight-id.ts";
import type { LocalItem, LocalItems, Refusal } from "./overlay.ts";
import {
  fieldsOfKind,
  resumeId,
  type StudyFields,
  type StudyKind,
  studyLimits,
} from "./study.rules.ts";
import { studyChange } from "./study.ts";
import { studyFileFormat, studyFileVersion } from "./study-file.ts";

const t = getTexts("studyImport");

export type NewItem = {
  [Kind in StudyKind]: { id: string; kind: Kind } & StudyFields[Kind];
}[StudyKind];

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** What a file contains that the device doesn't have yet. */
export interface Import {
  items: NewItem[];
  /** How many items of the file can't be read. */
  invalid: number;
}

/** @returns `version` if a newer version wrote the file; undefined if it has another format. */
export function readImport(
  text: string,
  present: Iterable<LocalItem>,
): Import | "version" | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = isObject(content) ? (readOwnFile(content) ?? readAndroidBackup(content)) : undefined;
  return typeof read === "object"
    ? { ...read, items: leaveOutKnown(read.items, [...present]) }
    : read;
}

export interface ImportOutcome {
  saved: number;
  /** Items that wait on the device until the server can be reached. */
  waiting: number;
  /** How many items the server didn't store, by reason. */
  refused: Map<Refusal, number>;
}

/** What has become of imported items. */
export function describeOutcome(ids: readonly string[], items: LocalItems): ImportOutcome {
  const outcome: ImportOutcome = { saved: 0, waiting: 0, refused: new Map() };
  for (const id of ids) {
    const state = items.get(id)?.state;
    if (state === "saved" || state === "waiting") outcome[state] += 1;
    else if (state) outcome.refused.set(state, (outcome.refused.get(state) ?? 0) + 1);
  }
  return outcome;
}

/** Why a file can't be imported. */
export const describeProblem = (problem: "version" | undefined): string => t(problem ?? "unknown");

/** What has become of an import, in lines. */
export function describeImport(
  { saved, waiting, refused }: ImportOutcome,
  { items, invalid }: Import,
): string[] {
  const refusedCount = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const lines = [
    saved > 0 || items.length === 0 ? t("saved", { count: saved }) : "",
    waiting > 0 ? t("waiting", { count: waiting }) : "",
    refusedCount > 0 ? t("refused", { count: refusedCount }) : "",
    invalid > 0 ? t("invalid", { count: invalid }) : "",
  ];
  return lines.filter(Boolean);
}

/** One of our own exports, with or without the envelope of the API. */
function readOwnFile(content: Json): Import | "version" | undefined {
  const file = isObject(content.data) ? content.data : content;
  if (file.format !== studyFileFormat) return undefined;
  if (file.version !== studyFileVersion) return "version";
  const given = Array.isArray(file.items) ? file.items : [];
  const items = given.flatMap((item) => readItem(item) ?? []);
  return { items, invalid: given.length - items.length };
}

function readItem(item: unknown): NewItem | undefined {
  const read = studyChange.safeParse(isObject(item) ? { ...item, clock: 1 } : item);
  if (!read.success) return undefined;
  const { id, kind } = read.data;
  const fields: Json = read.data;
  const names: readonly string[] = fieldsOfKind[kind];
  if (names.some((name) => fields[name] === undefined)) return undefined;
  const picked = Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { id, kind, ...picked } as NewItem;
}

/**
 * The format of Quran for Android: bookmarks of verses or pages with the IDs of their tags. Tags
 * become collections. Newer versions write IDs as text, older ones as numbers.
 */
function readAndroidBackup(content: Json): Import | undefined {
  if (!Array.isArray(content.bookmarks)) return undefined;
  const given: unknown[] = content.bookmarks;
  const bookmarks = listOf(given).flatMap((bookmark) => {
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
  return { items: [...marked, ...collections], invalid: given.length - bookmarks.length };
}

/**
 * What tells items apart. The place of an annotation counts, but not the order of its fields, which
 * the database changes. A place has one highlight, whatever its ID and its color.
 */
function contentOf(item: NewItem | LocalItem): string {
  const content = (): unknown[] => {
    switch (item.kind) {
      case "bookmark":
        return [item.verse, item.name];
      case "highlight":
        return [highlightId(item.anchor)];
      case "note":
        return [highlightId(item.anchor), item.text];
      case "collection":
        return [item.name, item.verses];
    }
  };
  return JSON.stringify([item.kind, ...content()]);
}

/**
 * If an ID is already in use, the imported item gets a new one, so that an import overwrites
 * nothing. A highlight in another color is left out for the same reason, and so is the place where
 * the user was reading.
 */
function leaveOutKnown(items: readonly NewItem[], present: readonly LocalItem[]): NewItem[] {
  const known = new Set(present.map(contentOf));
  const taken = new Set(present.map(({ id }) => id));
  const left: NewItem[] = [];
  for (const item of items) {
    if (item.id === resumeId && taken.has(resumeId)) continue;
    const content = contentOf(item);
    if (item.id !== resumeId && known.has(content)) continue;
    if (item.id !== resumeId) known.add(content);
    const id = taken.has(item.id) ? crypto.randomUUID() : item.id;
    taken.add(id);
    left.push({ ...item, id });
  }
  return left;
}
