import * as z from "zod/mini";
import { forEachPreference } from "./email-preferences.ts";

const choice = z.boolean("Please choose whether you want these emails");

export const emailPreferencesSchema = z.object(forEachPreference(() => choice));

/** Omitted choices don't change. */
export const emailPreferencesInput = z.partial(emailPreferencesSchema);
export type EmailPreferencesInput = z.output<typeof emailPreferencesInput>;
