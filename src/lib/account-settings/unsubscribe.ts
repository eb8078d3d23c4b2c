/** Emails that contain an unsubscribe link. */
import * as z from "zod/mini";
import { getTexts } from "#translations/account-settings.ts";
import { emailPreferenceNames } from "./email-preferences.ts";

const t = getTexts("accountSettings");

export const unsubscribePath = "/unsubscribe";

export const unsubscribeLists = [...emailPreferenceNames, "guardian"] as const;
export type UnsubscribeList = (typeof unsubscribeLists)[number];

/** The name of each kind of email in "Unsubscribe from …". */
export function unsubscribeName(list: UnsubscribeList): string {
  return t(`emails.${list}.name`);
}

export const unsubscribeToken = z.string().check(z.maxLength(200));
