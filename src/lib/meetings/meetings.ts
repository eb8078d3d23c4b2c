/** Video meetings of courses. */
import * as z from "zod/mini";
import { getTexts } from "#translations/meetings.ts";
import { line, requiredLine } from "../text/text-schemas.ts";
import {
  defaultMeetingMinutes,
  maxMeetingMinutes,
  meetingMessages,
  minMeetingMinutes,
  skippedTime,
} from "./meetings.rules.ts";

const t = getTexts("meetings");

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

const durationError = () =>
  t("invalid.duration", { minimum: minMeetingMinutes, maximum: maxMeetingMinutes });
const duration = z
  .number({ error: durationError })
  .check(
    z.int({ error: durationError }),
    z.minimum(minMeetingMinutes, { error: durationError }),
    z.maximum(maxMeetingMinutes, { error: durationError }),
  );

const topic = requiredLine(200, () => t("invalid.topic"));

const startTime = z.string({ error: () => t("invalid.startTime") }).check(
  z.minLength(1, { error: () => t("invalid.startTime") }),
  z.iso.datetime({
    offset: true,
    error: ({ input }) => t(input === skippedTime ? "invalid.skipped" : "invalid.startTime"),
  }),
);

const courseError = () => t("invalid.course");

/** `startTime` is an ISO 8601 instant with its offset, such as 2026-03-29T09:00:00Z. */
export const createMeetingInput = z.object({
  topic,
  startTime,
  duration: z._default(duration, defaultMeetingMinutes),
  courseId: z
    .string({ error: courseError })
    .check(z.minLength(1, { error: courseError }), z.maxLength(64)),
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
  const noCode = { error: () => meetingMessages.noCode };
  const failed = { error: () => meetingMessages.notAuthorized(service) };
  return z.object({
    code: z.string(noCode).check(z.minLength(1, noCode), z.maxLength(2000)),
    state: z.string(failed).check(z.minLength(1, failed), z.maxLength(500, failed)),
  });
}
export type OauthCallbackInput = z.output<ReturnType<typeof oauthCallbackInput>>;
