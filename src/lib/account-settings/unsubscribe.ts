/** Emails that people stop by a link in them. */
import * as z from "zod/mini";

export const unsubscribePath = "/unsubscribe";

export const unsubscribeLists = [
  "meetingReminders",
  "messageDigests",
  "changeSummaries",
  "guardian",
] as const;
export type UnsubscribeList = (typeof unsubscribeLists)[number];

/** What each kind of email is called in "Unsubscribe from …". */
export const unsubscribeNames: Record<UnsubscribeList, string> = {
  meetingReminders: "class reminders",
  messageDigests: "emails about unread messages",
  changeSummaries: "activity summaries",
  guardian: "emails about your child",
};

export const unsubscribeToken = z.string().check(z.maxLength(200));
