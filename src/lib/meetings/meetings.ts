/** Video meetings of courses. */
import * as z from "zod/mini";
import { line, requiredLine } from "../text/text-schemas.ts";

export const defaultMeetingMinutes = 60;
export const minMeetingMinutes = 15;
export const maxMeetingMinutes = 300;

/** How long an ongoing meeting can be joined after its scheduled end, in minutes. */
export const overtimeMinutes = 60;

export const meetingStatuses = ["scheduled", "started", "ended", "cancelled"] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];

export const defaultMeetingSettings = {
  host_video: true,
  participant_video: true,
  join_before_host: false,
  mute_upon_entry: true,
  waiting_room: true,
} as const;

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

const settings = z.partial(
  z.object({
    host_video: z.boolean(),
    participant_video: z.boolean(),
    join_before_host: z.boolean(),
    mute_upon_entry: z.boolean(),
    waiting_room: z.boolean(),
  }),
);
export type MeetingSettings = Record<keyof typeof defaultMeetingSettings, boolean>;

const duration = z
  .number("Duration must be between 15 and 300 minutes")
  .check(
    z.int("Duration must be between 15 and 300 minutes"),
    z.minimum(minMeetingMinutes, "Duration must be between 15 and 300 minutes"),
    z.maximum(maxMeetingMinutes, "Duration must be between 15 and 300 minutes"),
  );

const topic = requiredLine(200, "Meeting topic is required");

/** The form value for a time that is skipped because the clocks go forward. */
export const skippedTime = "skipped";

const startTime = z.string("Meeting date and time are required").check(
  z.minLength(1, "Meeting date and time are required"),
  z.iso.datetime({
    offset: true,
    error: ({ input }) =>
      input === skippedTime
        ? "This time doesn't exist because the clocks go forward. Please choose another time."
        : "Meeting date and time are required",
  }),
);

/** `startTime` is an ISO 8601 instant with its offset, e.g. 2026-03-29T09:00:00Z. */
export const createMeetingInput = z.object({
  topic,
  startTime,
  duration: z._default(duration, defaultMeetingMinutes),
  courseId: z
    .string("Please choose a course")
    .check(z.minLength(1, "Please choose a course"), z.maxLength(64)),
  settings: z.optional(settings),
});
export type CreateMeetingInput = z.output<typeof createMeetingInput>;

/** The fields to change. If the time changes, students get `note` by email. */
export const changeMeetingInput = z.object({
  topic: z.optional(topic),
  startTime: z.optional(startTime),
  duration: z.optional(duration),
  note: z.optional(line(300)),
});
export type ChangeMeetingInput = z.output<typeof changeMeetingInput>;

/** @param service the name of the service. */
export function oauthCallbackInput(service: string) {
  const failed = meetingMessages.notAuthorized(service);
  return z.object({
    code: z
      .string(meetingMessages.noCode)
      .check(z.minLength(1, meetingMessages.noCode), z.maxLength(2000)),
    state: z.string(failed).check(z.minLength(1, failed), z.maxLength(500, failed)),
  });
}
export type OauthCallbackInput = z.output<ReturnType<typeof oauthCallbackInput>>;
