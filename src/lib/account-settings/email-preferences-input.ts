import * as z from "zod/mini";
import { getTexts } from "#translations/account-settings.ts";
import { forEachPreference } from "./email-preferences.ts";

const t = getTexts("accountSettings");

const choice = z.boolean({ error: () => t("emails.notChosen") });

export const emailPreferencesSchema = z.object(forEachPreference(() => choice));

/** Omitted choices don't change. */
export const emailPreferencesInput = z.partial(emailPreferencesSchema);
export type EmailPreferencesInput = z.output<typeof emailPreferencesInput>;
