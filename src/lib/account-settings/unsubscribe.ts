/** Emails that contain an unsubscribe link. */
import * as z from "zod/mini";
import { emailPreferenceNames, emailPreferences } from "./email-preferences.ts";

export const unsubscribePath = "/unsubscribe";

export const unsubscribeLists = [...emailPreferenceNames, "guardian"] as const;
export type UnsubscribeList = (typeof unsubscribeLists)[number];

/** The name of each kind of email in "Unsubscribe from …". */
export function unsubscribeName(list: UnsubscribeList): string {
  return list === "guardian" ? "emails about your child" : emailPreferences[list].name;
}

export const unsubscribeToken = z.string().check(z.maxLength(200));
