/** Responses about video meetings. Instants are ISO 8601 strings in UTC. */
import * as z from "zod/mini";
import { meetingStatuses } from "./meetings.ts";

const course = z.object({ _id: z.string(), title: z.string() });

const facts = {
  _id: z.string(),
  topic: z.string(),
  startTime: z.string(),
  /** In minutes. */
  duration: z.int(),
  /** The IANA zone in which the teacher scheduled the meeting. */
  timeZone: z.string(),
};

export const meetingSchema = z.object({
  ...facts,
  status: z.enum(meetingStatuses),
  /**
   * A link that checks enrollment by the session cookie, records attendance, and redirects to the
   * meeting.
   */
  joinUrl: z.string(),
  /** For the teacher only: a link that opens the meeting as its host. */
  startUrl: z.exactOptional(z.string()),
  courseId: course,
  /** The class that takes place in this meeting, if there is one. */
  classId: z.exactOptional(z.string()),
});
export type MeetingView = z.output<typeof meetingSchema>;

export const meetingsSchema = z.object({ meetings: z.array(meetingSchema) });

/** A meeting that the service has not confirmed yet. */
const waitingMeeting = z.object({ ...facts, courseId: course });
export type WaitingMeeting = z.output<typeof waitingMeeting>;

export const teacherMeetingsSchema = z.object({
  ...meetingsSchema.shape,
  waiting: z.array(waitingMeeting),
});

export const connectedSchema = z.object({ connected: z.boolean() });

/** Whether the teacher's account at a meeting service is connected. */
export const serviceStatusSchema = z.object({
  ...connectedSchema.shape,
  /** The email address of the connected account at the service. */
  account: z.exactOptional(z.string()),
  /** When the service revoked the access. */
  accessEndedAt: z.exactOptional(z.string()),
  /** The number of upcoming meetings that exist at a service. */
  upcomingMeetings: z.exactOptional(z.int()),
});
export type ServiceStatus = z.output<typeof serviceStatusSchema>;

export const connectTicketSchema = z.object({ ticket: z.string() });
