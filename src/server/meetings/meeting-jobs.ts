/** The names of the meeting jobs, as stored in the queue; `meetings.jobs.ts` defines the jobs. */
export const meetingJobs = {
  create: "create-waiting-meetings",
  deleteDuplicates: "clear-meeting-doubles",
  push: "tell-zoom-of-meeting",
  sync: "follow-meeting-at-zoom",
  revokeToken: "give-zoom-token-back",
  forget: "delete-past-rooms",
  remind: "meeting-reminders",
  watchEvents: "watch-meeting-events",
} as const;
