/** The fields of the form of a draft. */
import type { Language } from "#lib/languages.ts";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";
import type { LetterAudience } from "#lib/letters/letters.rules.ts";
import type { LetterInput } from "#lib/letters/letters.ts";

export interface LetterFields {
  audience: LetterAudience;
  /** Empty for all. */
  language: Language | "";
  activeDays: string;
  ratePerHour: string;
  texts: LetterInput["texts"];
}

/** The fields of a stored draft. */
export const toFields = (letter: LetterDetail): LetterFields => ({
  audience: letter.audience,
  language: letter.language ?? "",
  activeDays: letter.activeDays === null ? "" : String(letter.activeDays),
  ratePerHour: String(letter.ratePerHour),
  texts: letter.texts,
});
