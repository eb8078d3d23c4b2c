/** The input of study calls: changes to bookmarks, highlights, notes and collections. */
import * as z from "zod/mini";
import { getTexts } from "#translations/study.ts";
import { arabicEdition, editions } from "../quran/editions.ts";
import { verseCount } from "../quran/quran.ts";
import { verseInputMessages, wordInput } from "../quran/verse-input.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { line, requiredLine, requiredVerbatim, verbatim } from "../text/text-schemas.ts";
import { fieldsOfKind, highlightColors, type StudyKind, studyLimits } from "./study.rules.ts";

const t = getTexts("study");

/** Functions, because the texts depend on the language of the request. */
export const studyMessages = {
  verse: () => t("server.input.verse", { count: String(verseCount) }),
  verses: () => t("server.input.verses", { maximum: String(studyLimits.verses) }),
  words: () => t("server.input.words"),
  color: () => t("server.input.color", { colors: highlightColors.join(", ") }),
  id: () => t("server.input.id"),
  kind: () => t("server.input.kind", { kinds: Object.keys(fieldsOfKind).join(", ") }),
  otherKind: () => t("server.input.otherKind"),
  clock: () => t("server.input.clock"),
  since: () => t("server.input.since"),
  changes: () => t("server.input.changes", { maximum: String(studyLimits.changes) }),
  missing: () => t("server.input.missing"),
  name: () => t("server.input.name"),
  quote: () => t("server.input.quote", { maximum: String(studyLimits.quote) }),
  text: () => t("server.input.text"),
  format: () => t("server.input.format"),
  tooMany: () => t("server.input.tooMany"),
};

const readVerse = (value: number | string): number =>
  typeof value === "number" ? value : (numberOfKey(value) ?? 0);

/** A verse by its number within the whole Quran. '2:255' is accepted too. */
const verse = z.pipe(
  z.pipe(z.union([z.number(), z.string()], { error: studyMessages.verse }), z.transform(readVerse)),
  z
    .number()
    .check(
      z.int({ error: studyMessages.verse }),
      z.minimum(1, { error: studyMessages.verse }),
      z.maximum(verseCount, { error: studyMessages.verse }),
    ),
);

const word = z._default(z.nullable(wordInput(studyLimits.words)), null);

const anchor = z
  .object({
    verse,
    fromWord: word,
    toWord: word,
    edition: z._default(
      z.string({ error: verseInputMessages.edition }).check(
        z.refine((id) => editions.some((edition) => edition.id === id), {
          error: verseInputMessages.edition,
        }),
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
      message: studyMessages.words(),
      input: context.value,
    });
  });

const verses = z.array(verse, { error: studyMessages.verses }).check(
  z.maxLength(studyLimits.verses, { error: studyMessages.verses }),
  z.refine((list) => new Set(list).size === list.length, { error: studyMessages.verses }),
);

const clock = z
  .number({ error: studyMessages.clock })
  .check(z.int({ error: studyMessages.clock }), z.minimum(1, { error: studyMessages.clock }));

const common = {
  /** Chosen by the device. IDs only have to be unique within one person's items. */
  id: z
    .string({ error: studyMessages.id })
    .check(z.regex(/^[\w:.-]{1,100}$/, { error: studyMessages.id })),
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
      color: z.optional(z.enum(highlightColors, { error: studyMessages.color })),
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
    .number({ error: studyMessages.since })
    .check(z.int({ error: studyMessages.since }), z.minimum(0, { error: studyMessages.since })),
  /** Whether the device is reading everything, page by page. */
  loading: z.optional(z.boolean()),
  changes: z
    .array(studyChange, { error: studyMessages.changes })
    .check(z.maxLength(studyLimits.changes, { error: studyMessages.changes })),
});
export type SyncInput = z.output<typeof syncInput>;

export const exportFormats = ["json", "markdown", "annotations"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportQuery = z.object({
  format: z._default(z.enum(exportFormats, { error: studyMessages.format }), "json"),
});
