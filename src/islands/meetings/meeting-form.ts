/** Values of the meeting forms and their conversion for the API. */
import type { ApiMeeting } from "#lib/meetings/meetings.calls.ts";
import { defaultMeetingMinutes, skippedTime } from "#lib/meetings/meetings.rules.ts";
import { wallClock } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";

export interface MeetingValues {
  topic: string;
  courseId: string;
  /** Local date and time in the browser's zone, such as 2027-03-29T09:00, or empty. */
  startTime: string;
  duration: string;
}

export interface ChangedValues extends Omit<MeetingValues, "courseId"> {
  note: string;
}

export const emptyMeeting: MeetingValues = {
  topic: "",
  courseId: "",
  startTime: "",
  duration: String(defaultMeetingMinutes),
};

export function toMeetingInput(values: MeetingValues) {
  return {
    topic: values.topic,
    courseId: values.courseId,
    startTime: toInstant(values.startTime),
    duration: Number(values.duration),
  };
}

/** Field values of an existing meeting. */
export function toValues({ topic, startTime, duration }: ApiMeeting): ChangedValues {
  return { topic, startTime: toField(startTime), duration: String(duration), note: "" };
}

/** An unchanged time is not sent, because the field would drop its seconds. */
export function toChange(values: ChangedValues, meeting: ApiMeeting) {
  const { topic, note } = values;
  const isSameTime = values.startTime === toField(meeting.startTime);
  return {
    topic,
    duration: Number(values.duration),
    ...(isSameTime ? {} : { startTime: toInstant(values.startTime) }),
    ...(note ? { note } : {}),
  };
}

/** The field shows times in the user's own time zone. */
function toInstant(local: string): string {
  const start = new Date(local);
  if (Number.isNaN(start.getTime())) return "";
  const instant = start.toISOString();
  return toField(instant) === local.slice(0, 16) ? instant : skippedTime;
}

function toField(instant: string): string {
  const { date, time } = wallClock(instant, viewerZone());
  return `${date}T${time}`;
}
