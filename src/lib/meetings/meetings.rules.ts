/** Rules and messages of meetings that islands need without the schemas. */

/** How long an ongoing meeting can be joined after its scheduled end, in minutes. */
export const overtimeMinutes = 60;

export const defaultMeetingMinutes = 60;
export const minMeetingMinutes = 15;
export const maxMeetingMinutes = 300;

export const defaultMeetingSettings = {
  host_video: true,
  participant_video: true,
  join_before_host: false,
  mute_upon_entry: true,
  waiting_room: true,
} as const;

export type MeetingSettings = Record<keyof typeof defaultMeetingSettings, boolean>;

/** The form value for a time that is skipped because the clocks go forward. */
export const skippedTime = "skipped";

/**
 * Messages, with the specification's text where it defines one. `service` is a name such as "Zoom".
 */
export const meetingMessages = {
  teachersOnly: "Only teachers can access this page.",
  missing: "Meeting not found",
  logInToFetch: "Authentication required to fetch meetings",
  logInToCreate: "Authentication required to create meeting",
  failed: "Failed to create meeting",
  waits: (service: string) =>
    `Failed to create meeting: ${service} isn't responding. You don't need to do anything. We'll keep trying, and the meeting will appear in your list once it is created.`,
  reconnect: (service: string) =>
    `${service} is not connected. Please reconnect your ${service} account.`,
  there: "You already have this meeting. To change its duration, edit it.",
  toPast: "Please choose a time in the future",
  notConnected: (service: string) => `Failed to connect to ${service}`,
  notDisconnected: (service: string) => `Failed to disconnect ${service}`,
  notAuthorized: (service: string) => `Failed to complete ${service} authorization`,
  noCode: "Authorization code not found in callback URL",
  gone: (service: string) =>
    `This meeting is no longer in your ${service} account. Cancel it and create a new one.`,
  notTaught: "Publish this course first. Meetings need a course that students can enroll in.",
  begun: "A meeting that has started or ended can't be changed or canceled.",
  ofClass: "This meeting belongs to a class. Move the class, and the meeting moves with it.",
} as const;
