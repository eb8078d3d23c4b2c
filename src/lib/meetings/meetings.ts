/** Video meetings of courses. */
import * as z from "zod/mini";
import { line, requiredLine } from "../text/text-schemas.ts";
import {
  defaultMeetingMinutes,
  maxMeetingMinutes,
  meetingMessages,
  minMeetingMinutes,
  skippedTime,
} from "./meetings.rules.ts";

export const meetingStatuses = ["scheduled", "started", "ended", "cancelled"] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];

const settings = z.partial(
  z.object({
    host_video: z.boolean(),
    participant_video: z.boolean(),
    join_before_host: z.boolean(),
    mute_upon_entry: z.boolean(),
    waiting_room: z.boolean(),
  }),
);

const duration = z
  .number("Duration must be between 15 and 300 minutes")
  .check(
    z.int("Duration must be between 15 and 300 minutes"),
    z.minimum(minMeetingMinutes, "Duration must be between 15 and 300 minutes"),
    z.maximum(maxMeetingMinutes, "Duration must be between 15 and 300 minutes"),
  );

const topic = requiredLine(200, "Meeting topic is required");

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
