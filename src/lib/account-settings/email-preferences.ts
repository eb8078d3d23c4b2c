/** Emails that people can turn off. All other emails are required. */

/** In the order in which the settings show them. Each has a column of the same name in the profile. */
export const emailPreferences = {
  meetingReminders: {
    /** What the emails are called in "Unsubscribe from …" and "… are on". */
    name: "class reminders",
    label: "Class reminders",
    hint: "One day and one hour before each class, in your profile's time zone.",
  },
  classRecaps: {
    name: "class recaps",
    label: "Class recaps",
    hint: "After each class: the verses that you read together, your mistakes, and what comes next.",
  },
  messageDigests: {
    name: "emails about unread messages",
    label: "Unread messages",
    hint: "One email when a message has been unread for 30 minutes.",
  },
  changeSummaries: {
    name: "activity summaries",
    label: "Activity summaries",
    hint: "New comments, and a single email when several things change at once.",
  },
} as const satisfies Record<string, { name: string; label: string; hint: string }>;
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
