/** Emails that contain an unsubscribe link. */
import * as z from "zod/mini";

export const unsubscribePath = "/unsubscribe";

export const unsubscribeLists = [
  "meetingReminders",
  "messageDigests",
  "changeSummaries",
  "guardian",
] as const;
export type UnsubscribeList = (typeof unsubscribeLists)[number];

/** The name of each kind of email in "Unsubscribe from …". */
export const unsubscribeNames: Record<UnsubscribeList, string> = {
  meetingReminders: "class reminders",
  messageDigests: "emails about unread messages",
  changeSummaries: "activity summaries",
  guardian: "emails about your child",
};

export const unsubscribeToken = z.string().check(z.maxLength(200));
