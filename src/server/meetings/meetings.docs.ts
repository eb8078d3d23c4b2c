/** The shapes of meetings for /api/openapi.json. */
import * as z from "zod/mini";
import { meetingStatuses, type WaitingMeeting } from "#lib/meetings/meetings.ts";
import type { MeetingView } from "./meeting.view.ts";

const text = z.string();

export const meetingData: z.ZodMiniType<MeetingView> = z.object({
  _id: text,
  topic: text,
  startTime: text,
  duration: z.int(),
  timeZone: text,
  status: z.enum(meetingStatuses),
  joinUrl: text,
  startUrl: z.exactOptional(text),
  courseId: z.object({ _id: text, title: text }),
  classId: z.exactOptional(text),
});

export const meetingsData = z.object({ meetings: z.array(meetingData) });

export const waitingMeetingData: z.ZodMiniType<WaitingMeeting> = z.object({
  _id: text,
  topic: text,
  startTime: text,
  duration: z.int(),
  timeZone: text,
  courseId: z.object({ _id: text, title: text }),
});

/** The teacher's own list also tells of what Zoom has not confirmed yet. */
export const teacherMeetingsData = z.object({
  ...meetingsData.shape,
  waiting: z.array(waitingMeetingData),
});

export const connectedData = z.object({ connected: z.boolean() });

export const statusData = z.object({
  ...connectedData.shape,
  accessEndedAt: z.exactOptional(text),
  upcomingMeetings: z.exactOptional(z.int()),
});

export const ticketData = z.object({ ticket: text });
