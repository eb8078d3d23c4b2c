/** Emails that people can turn off. They rely on all others. */
import * as z from "zod/mini";

const choice = z.boolean("Please choose whether you want these emails");

/** True if the person wants the email. */
const choices = z.object({
  /** A day and an hour before each meeting. */
  meetingReminders: choice,
  /** About messages that have been unread for a while. */
  messageDigests: choice,
  /** About comments, and about further changes soon after an email. */
  changeSummaries: choice,
});
export type EmailPreferences = z.output<typeof choices>;

/** Omitted choices don't change. */
export const emailPreferencesInput = z.partial(choices);
export type EmailPreferencesInput = z.output<typeof emailPreferencesInput>;

/** Where these emails are turned on and off. */
export const emailSettingsPath = "/dashboard?tab=settings#mails";
