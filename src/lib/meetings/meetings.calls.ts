import { getTexts } from "#translations/meetings.ts";
import { callApi } from "../client/api-client.ts";
import { readList, readObject } from "../client/readers.ts";
import { type RoomPhase, roomPhase } from "../rooms/room-opening.ts";
import type { MeetingView, WaitingMeeting } from "./meetings.responses.ts";
import { meetingMessages } from "./meetings.rules.ts";
import type { ChangeMeetingInput, CreateMeetingInput } from "./meetings.ts";

const t = getTexts("meetings");

/** A meeting. Another back end may omit the fields that aren't needed to list it. */
export interface ApiMeeting
  extends Pick<MeetingView, "_id" | "topic" | "startTime" | "duration">,
    Partial<Pick<MeetingView, "joinUrl" | "startUrl" | "timeZone" | "classId">> {
  status?: string;
  courseId?: string | { _id: string; title?: string };
}

/** A teacher's meetings, including those that the service has not confirmed yet. */
export interface OwnMeetings {
  meetings: ApiMeeting[];
  waiting: WaitingMeeting[];
}

export async function fetchOwnMeetings(): Promise<OwnMeetings> {
  const body = await callApi(
    "/zoom/teacher/meetings",
    { fallback: t("failed.own") },
    meetingMessages.logInToFetch,
  );
  const waiting = readObject<{ waiting?: unknown }>(body)?.waiting;
  return {
    meetings: readList<ApiMeeting>(body, "meetings"),
    waiting: Array.isArray(waiting) ? waiting : [],
  };
}

export async function fetchCourseMeetings(courseId: string): Promise<ApiMeeting[]> {
  const body = await callApi(
    `/zoom/course/${encodeURIComponent(courseId)}/meetings`,
    { fallback: t("failed.course") },
    meetingMessages.logInToFetch,
  );
  return readList<ApiMeeting>(body, "meetings");
}

export async function createMeeting(input: CreateMeetingInput): Promise<void> {
  await callApi(
    "/zoom/meetings",
    { method: "POST", body: input, fallback: meetingMessages.failed },
    meetingMessages.logInToCreate,
  );
}

const meetingPath = (id: string) => `/zoom/meetings/${encodeURIComponent(id)}`;

export async function changeMeeting(id: string, input: ChangeMeetingInput): Promise<void> {
  await callApi(meetingPath(id), {
    method: "PATCH",
    body: input,
    fallback: t("failed.change"),
  });
}

/** Cancels a meeting, or the request for one that the service has not confirmed yet. */
export async function cancelMeeting(id: string): Promise<void> {
  await callApi(meetingPath(id), {
    method: "DELETE",
    fallback: t("failed.cancel"),
  });
}

/**
 * Returns upcoming and ongoing meetings, including those past their scheduled end. Canceled and
 * ended meetings are left out.
 */
export function findUpcoming(meetings: readonly ApiMeeting[]): ApiMeeting[] {
  const now = Date.now();
  return meetings.filter(
    (meeting) =>
      meeting.status !== "cancelled" &&
      meeting.status !== "ended" &&
      meetingPhase(meeting, now) !== "over",
  );
}

/** Upcoming meetings of a course that belong to no class. */
export const findOtherMeetings = (meetings: readonly ApiMeeting[]): ApiMeeting[] =>
  findUpcoming(meetings).filter(({ classId }) => !classId);

/** Whether the first of the meetings comes before the next class, if there is one. */
export const isBeforeNextClass = (
  [first]: readonly ApiMeeting[],
  nextClassAt: string | undefined,
): boolean =>
  first !== undefined && (!nextClassAt || Date.parse(first.startTime) < Date.parse(nextClassAt));

export function meetingPhase({ startTime, duration, status }: ApiMeeting, now: number): RoomPhase {
  const endsAt = new Date(Date.parse(startTime) + duration * 60_000);
  return roomPhase({ startsAt: startTime, endsAt, isInProgress: status === "started" }, now);
}
