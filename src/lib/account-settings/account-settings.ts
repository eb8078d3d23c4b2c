/** Settings of the user's own account: sessions, data export and deletion. */
import * as z from "zod/mini";
import { getTexts } from "#translations/account-settings.ts";
import { currentPassword } from "../accounts/accounts.ts";
import { isolatedInRtl } from "../text/bidi.ts";

const t = getTexts("accountSettings");

/** The word that users must type into the deletion form, in the language of the page. */
export const nameDeletionWord = (): string => t("deletion.word");

/** The word in English, which is accepted in all languages. */
const englishWord = "DELETE";

const isDeletionWord = (typed: string): boolean =>
  typed === englishWord || typed === nameDeletionWord();

/** Deleting an account requires its password, because an access token alone may be stolen. */
export const deleteAccountInput = z.object({ currentPassword });
export type DeleteAccountInput = z.output<typeof deleteAccountInput>;

/** The deletion form: the password and the typed confirmation word. */
export const deleteAccountForm = z.object({
  currentPassword,
  confirmation: z.string().check(
    z.trim(),
    z.refine(isDeletionWord, {
      error: () => t("deletion.notConfirmed", { word: isolatedInRtl(nameDeletionWord()) }),
    }),
  ),
});
export type DeleteAccountForm = z.output<typeof deleteAccountForm>;
