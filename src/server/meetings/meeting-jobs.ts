/** The names of the jobs around meetings; what they do is defined in `meetings.jobs.ts`. */
export const meetingJobs = {
  create: "create-waiting-meetings",
  doubles: "clear-meeting-doubles",
  tell: "tell-zoom-of-meeting",
  follow: "follow-meeting-at-zoom",
  giveBack: "give-zoom-token-back",
  forget: "delete-past-rooms",
  remind: "meeting-reminders",
} as const;
