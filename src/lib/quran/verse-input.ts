/** Input schemas of verses and words of the Quran, for every noun that accepts them. */
import * as z from "zod/mini";
import { getTexts } from "#translations/inputs.ts";
import { numberOfKey } from "./verse-key.ts";

const t = getTexts("inputs");

/** Functions, because the texts depend on the language of the request. */
export const verseInputMessages = {
  verse: () => t("verse"),
  word: () => t("word"),
  edition: () => t("edition"),
};

/** The key of an existing verse, as in `2:255`. */
export const verseKeyInput = z
  .string({ error: verseInputMessages.verse })
  .check(z.refine((key) => numberOfKey(key) !== undefined, { error: verseInputMessages.verse }));

/** A word by its position in its verse, from 1 to `maximum`. */
export const wordInput = (maximum: number) =>
  z
    .number({ error: verseInputMessages.word })
    .check(
      z.int({ error: verseInputMessages.word }),
      z.minimum(1, { error: verseInputMessages.word }),
      z.maximum(maximum, { error: verseInputMessages.word }),
    );
