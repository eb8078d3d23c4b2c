/** What people do with their own account: sessions, data, deletion. */
import * as z from "zod/mini";
import { currentPassword } from "../accounts/accounts.ts";

/** The word that the deletion form asks to be typed. */
export const deletionWord = "DELETE";

/** Deleting takes the account's password; an access token alone isn't enough. */
export const deleteAccountInput = z.object({ currentPassword });
export type DeleteAccountInput = z.output<typeof deleteAccountInput>;

/** The form: the password, and the word typed out. */
export const deleteAccountForm = z.object({
  currentPassword,
  confirmation: z.string().check(
    z.trim(),
    z.refine((value) => value === deletionWord, `Please type ${deletionWord} to confirm`),
  ),
});
export type DeleteAccountForm = z.output<typeof deleteAccountForm>;
