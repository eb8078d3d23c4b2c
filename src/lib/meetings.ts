/** Video meetings of courses. */
import * as z from "zod/mini";
import { requiredLine } from "./text.ts";

export const defaultMeetingMinutes = 60;
export const minimumMeetingMinutes = 15;
export const maximumMeetingMinutes = 300;

export const meetingStatuses = ["scheduled", "started", "ended", "cancelled"] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];

export const defaultMeetingSettings = {
  host_video: true,
  participant_video: true,
  join_before_host: false,
  mute_upon_entry: true,
  waiting_room: true,
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
    z.minimum(minimumMeetingMinutes, "Duration must be between 15 and 300 minutes"),
    z.maximum(maximumMeetingMinutes, "Duration must be between 15 and 300 minutes"),
  );

/** `startTime` is an instant in ISO 8601 with its offset, e.g. 2026-03-29T09:00:00Z. */
export const createMeetingInput = z.object({
  topic: requiredLine(200, "Meeting topic is required"),
  startTime: z
    .string("Meeting date and time are required")
    .check(
      z.minLength(1, "Meeting date and time are required"),
      z.iso.datetime({ offset: true, error: "Meeting date and time are required" }),
    ),
  duration: z._default(duration, defaultMeetingMinutes),
  courseId: z
    .string("Please choose a course")
    .check(z.minLength(1, "Please choose a course"), z.maxLength(64)),
  settings: z.optional(settings),
});
export type CreateMeetingInput = z.output<typeof createMeetingInput>;

export const oauthCallbackInput = z.object({
  code: z
    .string("Authorization code not found in callback URL")
    .check(z.minLength(1, "Authorization code not found in callback URL"), z.maxLength(2000)),
  state: z.string("Failed to complete Zoom authorization").check(z.minLength(1), z.maxLength(500)),
});
export type OauthCallbackInput = z.output<typeof oauthCallbackInput>;
