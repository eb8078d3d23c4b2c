/** Emails that people can turn off. They rely on all others. */
import * as z from "zod/mini";

const choice = z.boolean("Please choose whether you want these emails");

/** True if the person wants the email. */
export const emailPreferencesSchema = z.object({
  /** A day and an hour before each meeting. */
  meetingReminders: choice,
  /** About messages that have been unread for a while. */
  messageDigests: choice,
  /** About comments, and about further changes soon after an email. */
  changeSummaries: choice,
});
export type EmailPreferences = z.output<typeof emailPreferencesSchema>;

/** Omitted choices don't change. */
export const emailPreferencesInput = z.partial(emailPreferencesSchema);
export type EmailPreferencesInput = z.output<typeof emailPreferencesInput>;

/** Where these emails are turned on and off. */
export const emailSettingsPath = "/dashboard?tab=settings#mails";
