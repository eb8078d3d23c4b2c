/** Emails that people can turn off. All other emails are required. */
import { getTexts } from "#translations/account-settings.ts";

const t = getTexts("accountSettings");

/**
 * The maximum number of reminders of one kind that a person gets for one course within this many
 * hours. A day of classes needs fewer; meetings that are moved or scheduled repeatedly would cause
 * more.
 */
export const maxCloseReminders = 3;
export const closeRemindersHours = 6;

/** In the order in which the settings show them. Each has a column of the same name in the profile. */
export const emailPreferences = {
  meetingReminders: {
    get label() {
      return t("emails.meetingReminders.label");
    },
    get hint() {
      return t("emails.meetingReminders.hint", {
        max: maxCloseReminders,
        hours: closeRemindersHours,
      });
    },
  },
  classRecaps: {
    get label() {
      return t("emails.classRecaps.label");
    },
    get hint() {
      return t("emails.classRecaps.hint");
    },
  },
  messageDigests: {
    get label() {
      return t("emails.messageDigests.label");
    },
    get hint() {
      return t("emails.messageDigests.hint");
    },
  },
  changeSummaries: {
    get label() {
      return t("emails.changeSummaries.label");
    },
    get hint() {
      return t("emails.changeSummaries.hint");
    },
  },
} as const satisfies Record<string, { label: string; hint: string }>;
export type EmailPreference = keyof typeof emailPreferences;

export const emailPreferenceNames = Object.keys(emailPreferences) as EmailPreference[];

/** One value for each preference. */
export function forEachPreference<T>(
  create: (preference: EmailPreference) => T,
): Record<EmailPreference, T> {
  const entries = emailPreferenceNames.map((preference) => [preference, create(preference)]);
  return Object.fromEntries(entries);
}

/** True if the user wants to receive the email. */
export type EmailPreferences = Record<EmailPreference, boolean>;

/** The page on which users turn these emails on and off. */
export const emailSettingsPath = "/dashboard?tab=settings#mails";
