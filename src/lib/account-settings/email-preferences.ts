/** Mails that people can do without. All others carry news that somebody relies on. */
import * as z from "zod/mini";

const choice = z.boolean("Please choose whether you want these mails");

/** True where the person wants the mail. */
const choices = z.object({
  /** A day and an hour before each meeting. */
  meetingReminders: choice,
  /** About messages that are unread for a while. */
  messageDigests: choice,
  /** Of comments, and of what changes again soon after an email about it. */
  changeSummaries: choice,
});
export type EmailPreferences = z.output<typeof choices>;

/** What is not named stays. */
export const emailPreferencesInput = z.partial(choices);
export type EmailPreferencesInput = z.output<typeof emailPreferencesInput>;

/** Where these mails are switched on and off. */
export const emailSettingsPath = "/dashboard?tab=settings#mails";
