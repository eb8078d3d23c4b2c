/** What stands in the fields of the meeting form, and how it becomes what the API takes. */
import { defaultMeetingMinutes } from "#lib/meetings.ts";

export interface MeetingValues {
  topic: string;
  courseId: string;
  /** The browser's local date and time: 2027-03-29T09:00, or empty. */
  startTime: string;
  duration: string;
}

export const emptyMeeting: MeetingValues = {
  topic: "",
  courseId: "",
  startTime: "",
  duration: String(defaultMeetingMinutes),
};

/** Times are read by the clock of the person's own zone, as the field shows them. */
export function toMeetingInput(values: MeetingValues) {
  const start = new Date(values.startTime);
  return {
    topic: values.topic,
    courseId: values.courseId,
    startTime: Number.isNaN(start.getTime()) ? "" : start.toISOString(),
    duration: Number(values.duration),
  };
}
