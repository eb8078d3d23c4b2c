/** The commands that people send to the live page of a class. */
import * as z from "zod/mini";
import { getTexts } from "#translations/live-pages.ts";
import { translations } from "../quran/editions.ts";
import { verseKeyInput as verse, verseInputMessages, wordInput } from "../quran/verse-input.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { livePageLimits } from "./live-pages.rules.ts";

const t = getTexts("livePages");

const messages = {
  command: { error: () => t("invalid.command") },
  order: { error: () => t("invalid.order") },
  translations: { error: () => t("invalid.translations") },
  toggle: { error: () => t("invalid.toggle") },
  nothing: { error: () => t("invalid.nothing") },
  person: { error: () => t("invalid.person") },
  stream: { error: () => t("invalid.stream") },
  cohosts: { error: () => t("invalid.cohosts", { maximum: livePageLimits.cohosts }) },
};

const word = wordInput(livePageLimits.words);

const person = z
  .string(messages.person)
  .check(z.minLength(1, messages.person), z.maxLength(64, messages.person));

const toggle = z.boolean(messages.toggle);

const edition = z.string({ error: verseInputMessages.edition }).check(
  z.refine((id) => translations.some((each) => each.id === id), {
    error: verseInputMessages.edition,
  }),
);

const shownTranslations = z.union(
  [z.boolean(), z.array(edition).check(z.maxLength(translations.length, messages.translations))],
  messages.translations,
);

const isInOrder = ({ from, to }: { from: string; to: string }) =>
  (numberOfKey(from) ?? 0) <= (numberOfKey(to) ?? 0);

/** Commands are for the lead, unless stated otherwise. */
export const livePageCommand = z.discriminatedUnion(
  "command",
  [
    /** Shows a passage to the class, starting at its first verse. */
    z
      .object({ command: z.literal("share"), from: verse, to: verse })
      .check(z.refine(isInOrder, { ...messages.order, path: ["to"] })),
    z.object({ command: z.literal("stop") }),
    /** Moves to a verse of the passage. */
    z.object({ command: z.literal("go"), verse }),
    /** Highlights a word or a whole verse for a few seconds. */
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
    /** Whether everyone's page follows the lead's. */
    z.object({ command: z.literal("lock"), locked: toggle }),
    /**
     * Takes or passes the lead. The host and co-hosts can take it at any time, and the host can pass
     * it to any student who has the page open.
     */
    z.object({ command: z.literal("lead"), profileId: person }),
    /** For the host: names the students who may lead. */
    z.object({
      command: z.literal("cohosts"),
      profileIds: z
        .array(person, messages.cohosts)
        .check(z.maxLength(livePageLimits.cohosts, messages.cohosts)),
    }),
    /** Chooses the student who recites. Co-hosts can choose students who have the page open. */
    z.object({ command: z.literal("recite"), profileId: z.nullable(person) }),
    /** For students: asks for attention. */
    z.object({ command: z.literal("raise") }),
    /** Lowers one's own hand or, for the host and the lead, another person's. */
    z.object({ command: z.literal("lower"), profileId: z.optional(person) }),
    /** For everyone: answers the event `beat` of a stream. */
    z.object({
      command: z.literal("here"),
      stream: z
        .string(messages.stream)
        .check(z.minLength(1, messages.stream), z.maxLength(64, messages.stream)),
    }),
  ],
  messages.command,
);
export type LivePageCommand = z.output<typeof livePageCommand>;
