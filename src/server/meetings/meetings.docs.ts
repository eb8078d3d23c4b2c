/** The shapes of meetings for /api/openapi.json. */
import * as z from "zod/mini";
import { meetingStatuses } from "#lib/meetings.ts";
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
});

export const meetingsData = z.object({ meetings: z.array(meetingData) });

export const connectedData = z.object({ connected: z.boolean() });

export const ticketData = z.object({ ticket: text });
