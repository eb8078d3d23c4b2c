/** Input schemas of verses and words of the Quran, for every noun that accepts them. */
import * as z from "zod/mini";
import { numberOfKey } from "./verse-key.ts";

export const verseInputMessages = {
  verse: "Enter a verse that exists, as in 2:255.",
  word: "Enter a word by its position in the verse.",
  edition: "This edition is unknown.",
} as const;

/** The key of an existing verse, as in `2:255`. */
export const verseKeyInput = z
  .string(verseInputMessages.verse)
  .check(z.refine((key) => numberOfKey(key) !== undefined, verseInputMessages.verse));

/** A word by its position in its verse, from 1 to `maximum`. */
export const wordInput = (maximum: number) =>
  z
    .number(verseInputMessages.word)
    .check(
      z.int(verseInputMessages.word),
      z.minimum(1, verseInputMessages.word),
      z.maximum(maximum, verseInputMessages.word),
    );
