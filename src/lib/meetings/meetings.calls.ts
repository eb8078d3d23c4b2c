import { callApi } from "../client/api-client.ts";
import { messageOf } from "../client/api-error.ts";
import { readList, readObject, requireText } from "../client/readers.ts";
import type { MeetingView, WaitingMeeting, ZoomStatus } from "./meetings.responses.ts";
import { type ChangeMeetingInput, type CreateMeetingInput, overtimeMinutes } from "./meetings.ts";

/** A meeting. Another back end may omit the fields that aren't needed to list it. */
export interface ApiMeeting
  extends Pick<MeetingView, "_id" | "topic" | "startTime" | "duration">,
    Partial<Pick<MeetingView, "joinUrl" | "startUrl" | "timeZone" | "classId">> {
  status?: string;
  courseId?: string | { _id: string; title?: string };
}

/** `problem` says why the account's status is unknown. */
export type CheckedStatus = ZoomStatus & { problem?: string };

/** Checks whether the teacher's meeting account is connected. A failure counts as not connected. */
export async function fetchZoomStatus(): Promise<CheckedStatus> {
  const fallback = "Failed to check Zoom connection";
  try {
    const body = await callApi("/zoom/status", { fallback });
    if (Array.isArray(body)) return { connected: false, problem: fallback };
    const { accessEndedAt, upcomingMeetings } = readObject<Partial<ZoomStatus>>(body) ?? {};
    return {
      connected: body.connected === true,
      ...(accessEndedAt ? { accessEndedAt } : {}),
      ...(upcomingMeetings ? { upcomingMeetings } : {}),
    };
  } catch (error) {
    return { connected: false, problem: messageOf(error, fallback) };
  }
}

/**
 * Creates a ticket for one navigation to the connect URL, so that no URL contains the access token.
 */
export async function createConnectTicket(): Promise<string> {
  const body = await callApi(
    "/zoom/connect/ticket",
    { method: "POST", body: {}, fallback: "Failed to connect to Zoom" },
    "Authentication required to connect to Zoom",
  );
  return requireText(body, "ticket");
}

export const connectPath = (ticket: string): string =>
  `/api/zoom/connect?token=${encodeURIComponent(ticket)}`;

/** Disconnects the meeting account. */
export async function disconnectZoom(): Promise<void> {
  await callApi(
    "/zoom/disconnect",
    { method: "POST", body: {}, fallback: "Failed to disconnect Zoom" },
    "Authentication required to disconnect Zoom",
  );
}

export async function completeConnection(code: string, state: string): Promise<void> {
  await callApi(
    "/zoom/oauth/callback",
    { method: "POST", body: { code, state }, fallback: "Failed to complete Zoom authorization" },
    "Authentication required to complete Zoom integration",
  );
}

/** A teacher's meetings, including those that Zoom has not confirmed yet. */
export interface OwnMeetings {
  meetings: ApiMeeting[];
  waiting: WaitingMeeting[];
}

export async function fetchOwnMeetings(): Promise<OwnMeetings> {
  const body = await callApi(
    "/zoom/teacher/meetings",
    { fallback: "Failed to fetch teacher meetings" },
    "Authentication required to fetch meetings",
  );
  const waiting = readObject<{ waiting?: unknown }>(body)?.waiting;
  return {
    meetings: readList<ApiMeeting>(body, "meetings"),
    waiting: Array.isArray(waiting) ? waiting : [],
  };
}

/** Fetches the student's upcoming meetings in all courses. */
export async function fetchStudentMeetings(): Promise<ApiMeeting[]> {
  const body = await callApi(
    "/zoom/student/meetings",
    { fallback: "Failed to fetch meetings" },
    "Authentication required to fetch meetings",
  );
  return readList<ApiMeeting>(body, "meetings");
}

export async function fetchCourseMeetings(courseId: string): Promise<ApiMeeting[]> {
  const body = await callApi(
    `/zoom/course/${encodeURIComponent(courseId)}/meetings`,
    { fallback: "Failed to fetch course meetings" },
    "Authentication required to fetch meetings",
  );
  return readList<ApiMeeting>(body, "meetings");
}

export async function createMeeting(input: CreateMeetingInput): Promise<void> {
  await callApi(
    "/zoom/meetings",
    { method: "POST", body: input, fallback: "Failed to create meeting" },
    "Authentication required to create meeting",
  );
}

const meetingPath = (id: string) => `/zoom/meetings/${encodeURIComponent(id)}`;

export async function changeMeeting(id: string, input: ChangeMeetingInput): Promise<void> {
  await callApi(meetingPath(id), {
    method: "PATCH",
    body: input,
    fallback: "Failed to update meeting",
  });
}

/** Cancels a meeting, or the request for one that Zoom has not confirmed yet. */
export async function cancelMeeting(id: string): Promise<void> {
  await callApi(meetingPath(id), { method: "DELETE", fallback: "Failed to cancel meeting" });
}

/**
 * Returns upcoming and ongoing meetings, including those past their scheduled end. Canceled and
 * ended meetings are left out.
 */
export function findUpcoming(meetings: readonly ApiMeeting[]): ApiMeeting[] {
  const now = Date.now();
  return meetings.filter(({ startTime, duration, status }) => {
    if (status === "cancelled" || status === "ended") return false;
    const minutes = duration + (status === "started" ? overtimeMinutes : 0);
    return Date.parse(startTime) + minutes * 60_000 > now;
  });
}
