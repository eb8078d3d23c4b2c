/** The commands that people send to the live page of a class. */
import * as z from "zod/mini";
import { translations } from "../quran/editions.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { livePageLimits } from "./live-pages.rules.ts";

export const livePageInputMessages = {
  command: "This command is unknown.",
  verse: "Enter a verse that exists, as in 2:255.",
  order: "The last verse must not come before the first.",
  word: "Enter a word by its position in the verse.",
  translations: "Choose true, false, or a list of editions.",
  edition: "This edition is unknown.",
  toggle: "Choose true or false.",
  nothing: "Choose translations, transliteration or gloss.",
  person: "Choose a person by ID.",
  cohosts: `Choose at most ${livePageLimits.cohosts} co-hosts.`,
} as const;

const messages = livePageInputMessages;

/** A verse as in `2:255`. */
const verse = z
  .string(messages.verse)
  .check(z.refine((key) => numberOfKey(key) !== undefined, messages.verse));

const word = z
  .number(messages.word)
  .check(
    z.int(messages.word),
    z.minimum(1, messages.word),
    z.maximum(livePageLimits.words, messages.word),
  );

const person = z
  .string(messages.person)
  .check(z.minLength(1, messages.person), z.maxLength(64, messages.person));

const toggle = z.boolean(messages.toggle);

const edition = z
  .string(messages.edition)
  .check(z.refine((id) => translations.some((each) => each.id === id), messages.edition));

const shownTranslations = z.union(
  [z.boolean(), z.array(edition).check(z.maxLength(translations.length, messages.translations))],
  messages.translations,
);

const isInOrder = ({ from, to }: { from: string; to: string }) =>
  (numberOfKey(from) ?? 0) <= (numberOfKey(to) ?? 0);

/** Each is for the lead, unless it says otherwise. */
export const livePageCommand = z.discriminatedUnion(
  "command",
  [
    /** Shows a passage to the class, from its first verse on. */
    z
      .object({ command: z.literal("share"), from: verse, to: verse })
      .check(z.refine(isInOrder, { message: messages.order, path: ["to"] })),
    z.object({ command: z.literal("stop") }),
    /** Moves on to a verse of the passage. */
    z.object({ command: z.literal("go"), verse }),
    /** Marks a word, or a whole verse, for a few seconds. */
    z.object({
      command: z.literal("point"),
      verse,
      word: z.optional(z.nullable(word)),
    }),
    z
      .object({
        command: z.literal("show"),
        translations: z.optional(shownTranslations),
        transliteration: z.optional(toggle),
        gloss: z.optional(toggle),
      })
      .check(
        z.refine(
          ({ command: _, ...shown }) => Object.values(shown).some((value) => value !== undefined),
          messages.nothing,
        ),
      ),
    /** Whether everyone's page moves with the lead's. */
    z.object({ command: z.literal("lock"), locked: toggle }),
    /** Passes the lead. The host can take it back at any time, and can pass it to any student. */
    z.object({ command: z.literal("lead"), profileId: person }),
    /** For the host: names the students who may lead. */
    z.object({
      command: z.literal("cohosts"),
      profileIds: z
        .array(person, messages.cohosts)
        .check(z.maxLength(livePageLimits.cohosts, messages.cohosts)),
    }),
    /** Chooses who recites now. */
    z.object({ command: z.literal("recite"), profileId: z.nullable(person) }),
    /** For students: asks for attention. */
    z.object({ command: z.literal("raise") }),
    /** Lowers one's own hand or, for the host and the lead, another person's. */
    z.object({ command: z.literal("lower"), profileId: z.optional(person) }),
    /** For everyone: answers the event `beat` of a stream. */
    z.object({
      command: z.literal("here"),
      stream: z.string().check(z.minLength(1), z.maxLength(64)),
    }),
  ],
  messages.command,
);
export type LivePageCommand = z.output<typeof livePageCommand>;
