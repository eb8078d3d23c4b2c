/** Video meetings of courses. */
import * as z from "zod/mini";
import { line, requiredLine } from "../text/text-schemas.ts";

export const defaultMeetingMinutes = 60;
export const minMeetingMinutes = 15;
export const maxMeetingMinutes = 300;

/** How long a meeting that is in progress may be entered beyond its planned end, in minutes. */
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

/** What people are told, in the specification's words where it has some. */
export const meetingMessages = {
  teachersOnly: "Only teachers can access this page.",
  missing: "Meeting not found",
  failed: "Failed to create meeting",
  waits:
    "Failed to create meeting: Zoom does not answer right now. You need not do anything: we keep trying, and the meeting appears among your meetings as soon as Zoom has it.",
  reconnect: "Zoom is not connected. Please connect your Zoom account again.",
  there: "You have this meeting already. To change how long it is, edit it.",
  toPast: "Please choose a time that has not passed yet",
  gone: "This meeting is not in your Zoom account any more. Cancel it, and create a new one in its place.",
  notTaught: "Publish this course first: meetings are for courses that students can be in.",
  begun: "A meeting that has begun or is over can't be changed or cancelled.",
  ofClass: "This meeting belongs to a class. Move the class, and the meeting moves along.",
} as const;

/** Whether a teacher's Zoom account is connected; if not any more, since when (ISO 8601). */
export interface ZoomStatus {
  connected: boolean;
  accessEndedAt?: string;
  /** How many upcoming meetings have a room at Zoom. */
  upcomingMeetings?: number;
}

/** A meeting that Zoom has not confirmed yet. */
export interface WaitingMeeting {
  _id: string;
  topic: string;
  /** Instant in ISO 8601, UTC. */
  startTime: string;
  /** Minutes. */
  duration: number;
  /** IANA zone of the teacher. */
  timeZone: string;
  courseId: { _id: string; title: string };
}

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

/** What forms make of a time that the clocks leave out when they are set forward. */
export const skippedTime = "skipped";

const startTime = z.string("Meeting date and time are required").check(
  z.minLength(1, "Meeting date and time are required"),
  z.iso.datetime({
    offset: true,
    error: ({ input }) =>
      input === skippedTime
        ? "The clocks are set forward over this time. Please choose another one"
        : "Meeting date and time are required",
  }),
);

/** `startTime` is an instant in ISO 8601 with its offset, e.g. 2026-03-29T09:00:00Z. */
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

/** What is to be another; the rest stays. `note` goes to the students with a new time. */
export const changeMeetingInput = z.object({
  topic: z.optional(topic),
  startTime: z.optional(startTime),
  duration: z.optional(duration),
  note: z.optional(line(300)),
});
export type ChangeMeetingInput = z.output<typeof changeMeetingInput>;

export const oauthCallbackInput = z.object({
  code: z
    .string("Authorization code not found in callback URL")
    .check(z.minLength(1, "Authorization code not found in callback URL"), z.maxLength(2000)),
  state: z
    .string("Failed to complete Zoom authorization")
    .check(
      z.minLength(1, "Failed to complete Zoom authorization"),
      z.maxLength(500, "Failed to complete Zoom authorization"),
    ),
});
export type OauthCallbackInput = z.output<typeof oauthCallbackInput>;
