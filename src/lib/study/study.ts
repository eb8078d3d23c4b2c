/** The input of study calls: changes to bookmarks, highlights, notes and collections. */
import * as z from "zod/mini";
import { arabicEdition, editions } from "../quran/editions.ts";
import { verseCount } from "../quran/quran.ts";
import { verseInputMessages, wordInput } from "../quran/verse-input.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { line, requiredLine, requiredVerbatim, verbatim } from "../text/text-schemas.ts";
import { fieldsOfKind, highlightColors, type StudyKind, studyLimits } from "./study.rules.ts";

export const studyMessages = {
  verse: `Enter a verse as a number from 1 to ${verseCount}, or as in 2:255.`,
  verses: `A collection has at most ${studyLimits.verses} verses, each only once.`,
  words: "The last word must not come before the first.",
  color: `The color must be one of these: ${highlightColors.join(", ")}.`,
  id: "The ID must have 1 to 100 letters, digits, hyphens, underscores, colons or periods.",
  kind: `The kind must be one of these: ${Object.keys(fieldsOfKind).join(", ")}.`,
  otherKind: "This ID belongs to an item of another kind.",
  clock: "The clock must be a whole number of microseconds.",
  since: "The revision must be a whole number from 0.",
  changes: `Send at most ${studyLimits.changes} changes at a time.`,
  missing: "A new item needs this field.",
  name: "Please enter a name.",
  quote: `Please quote at most ${studyLimits.quote} characters.`,
  text: "Please write a note.",
  format: "The format must be json, markdown or annotations.",
  tooMany: "You're saving changes very quickly. Please wait a moment.",
} as const;

const readVerse = (value: number | string): number =>
  typeof value === "number" ? value : (numberOfKey(value) ?? 0);

/** A verse by its number within the whole Quran. '2:255' is accepted too. */
const verse = z.pipe(
  z.pipe(z.union([z.number(), z.string()], studyMessages.verse), z.transform(readVerse)),
  z
    .number()
    .check(
      z.int(studyMessages.verse),
      z.minimum(1, studyMessages.verse),
      z.maximum(verseCount, studyMessages.verse),
    ),
);

const word = z._default(z.nullable(wordInput(studyLimits.words)), null);

const anchor = z
  .object({
    verse,
    fromWord: word,
    toWord: word,
    edition: z._default(
      z
        .string(verseInputMessages.edition)
        .check(
          z.refine(
            (id) => editions.some((edition) => edition.id === id),
            verseInputMessages.edition,
          ),
        ),
      arabicEdition.id,
    ),
    // Every sign of the Quran's text must stay exactly as it is.
    quote: z._default(verbatim(studyLimits.quote, studyMessages.quote, studyMessages.quote), ""),
  })
  .check((context) => {
    const { fromWord, toWord } = context.value;
    const isRange = fromWord !== null && toWord !== null && fromWord <= toWord;
    if (isRange || (fromWord === null && toWord === null)) return;
    context.issues.push({
      code: "custom",
      path: ["toWord"],
      message: studyMessages.words,
      input: context.value,
    });
  });

const verses = z.array(verse, studyMessages.verses).check(
  z.maxLength(studyLimits.verses, studyMessages.verses),
  z.refine((list) => new Set(list).size === list.length, studyMessages.verses),
);

const clock = z
  .number(studyMessages.clock)
  .check(z.int(studyMessages.clock), z.minimum(1, studyMessages.clock));

const common = {
  /** Chosen by the device. IDs only have to be unique within one person's items. */
  id: z.string(studyMessages.id).check(z.regex(/^[\w:.-]{1,100}$/, studyMessages.id)),
  clock,
  /** The clock of the text or the verses that this change replaces. */
  base: z.optional(clock),
  deleted: z.optional(z.boolean()),
};

/** The fields that changed. The others are used only if the item doesn't exist. */
const changed = <Kind extends StudyKind>(kind: Kind) =>
  z.optional(z.array(z.enum(fieldsOfKind[kind])).check(z.maxLength(2)));

export const studyChange = z.discriminatedUnion(
  "kind",
  [
    z.object({
      ...common,
      kind: z.literal("bookmark"),
      changed: changed("bookmark"),
      verse: z.optional(verse),
      name: z.optional(line(studyLimits.name)),
    }),
    z.object({
      ...common,
      kind: z.literal("highlight"),
      changed: changed("highlight"),
      anchor: z.optional(anchor),
      color: z.optional(z.enum(highlightColors, studyMessages.color)),
    }),
    z.object({
      ...common,
      kind: z.literal("note"),
      changed: changed("note"),
      anchor: z.optional(anchor),
      text: z.optional(requiredVerbatim(studyLimits.note, studyMessages.text)),
    }),
    z.object({
      ...common,
      kind: z.literal("collection"),
      changed: changed("collection"),
      name: z.optional(requiredLine(studyLimits.name, studyMessages.name)),
      verses: z.optional(verses),
    }),
  ],
  { error: studyMessages.kind },
);
export type StudyChange = z.output<typeof studyChange>;

export const syncInput = z.object({
  /** The latest revision that the device has read. 0 requests everything. */
  since: z
    .number(studyMessages.since)
    .check(z.int(studyMessages.since), z.minimum(0, studyMessages.since)),
  /** Whether the device is reading everything, page by page. */
  loading: z.optional(z.boolean()),
  changes: z
    .array(studyChange, studyMessages.changes)
    .check(z.maxLength(studyLimits.changes, studyMessages.changes)),
});
export type SyncInput = z.output<typeof syncInput>;

export const exportFormats = ["json", "markdown", "annotations"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportQuery = z.object({
  format: z._default(z.enum(exportFormats, studyMessages.format), "json"),
});
