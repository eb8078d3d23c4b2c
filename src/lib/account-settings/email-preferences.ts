/** Emails that people can turn off. All other emails are required. */
import * as z from "zod/mini";

const choice = z.boolean("Please choose whether you want these emails");

/** True if the user wants to receive the email. */
export const emailPreferencesSchema = z.object({
  /** Sent a day and an hour before each meeting. */
  meetingReminders: choice,
  /** Sent when messages have been unread for a while. */
  messageDigests: choice,
  /** Sent about comments, and about further changes soon after an earlier email. */
  changeSummaries: choice,
});
export type EmailPreferences = z.output<typeof emailPreferencesSchema>;

/** Choices that are omitted stay unchanged. */
export const emailPreferencesInput = z.partial(emailPreferencesSchema);
export type EmailPreferencesInput = z.output<typeof emailPreferencesInput>;

/** The page on which users turn these emails on and off. */
export const emailSettingsPath = "/dashboard?tab=settings#mails";
