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
export type MailChoices = z.output<typeof choices>;

/** What is not named stays. */
export const mailChoicesInput = z.partial(choices);
export type MailChoicesInput = z.output<typeof mailChoicesInput>;

/** Where these mails are switched on and off. */
export const mailSettingsPath = "/dashboard?tab=settings#mails";
