import { getTexts } from "#translations/classes.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readMessage, readObject } from "../client/readers.ts";
import { meetingMessages } from "../meetings/meetings.rules.ts";
import type { AttendanceView, ClassList } from "./classes.responses.ts";
import type { AttendanceInput, CancelClassInput, MoveClassInput } from "./classes.ts";

const t = getTexts("classes");

const part = encodeURIComponent;

export async function fetchClasses(courseId: string): Promise<ClassList> {
  const body = await callApi(`/classes/course/${part(courseId)}`, {
    fallback: t("failed.list"),
  });
  const list = readObject<ClassList>(body);
  if (!list) throw new ApiError(t("failed.list"), 200);
  return list;
}

/** @returns the success message to show to the teacher. */
export async function moveClass(classId: string, input: MoveClassInput): Promise<string> {
  const body = await callApi(`/classes/${part(classId)}`, {
    method: "PATCH",
    body: input,
    fallback: t("failed.move"),
  });
  return readMessage(body) ?? t("moved");
}

export async function cancelClass(classId: string, input: CancelClassInput): Promise<string> {
  const body = await callApi(`/classes/${part(classId)}/cancel`, {
    method: "POST",
    body: input,
    fallback: t("failed.cancel"),
  });
  return readMessage(body) ?? t("canceled");
}

/** Schedules the video meeting of a class. */
export async function createClassMeeting(classId: string): Promise<void> {
  await callApi(`/classes/${part(classId)}/meeting`, {
    method: "POST",
    body: {},
    fallback: meetingMessages.failed,
  });
}

export async function fetchAttendance(classId: string): Promise<AttendanceView[]> {
  const body = await callApi(`/classes/${part(classId)}/attendance`, {
    fallback: t("failed.attendance"),
  });
  return readList<AttendanceView>(body, "attendance");
}

export async function correctAttendance(classId: string, input: AttendanceInput): Promise<void> {
  await callApi(`/classes/${part(classId)}/attendance`, {
    method: "PUT",
    body: input,
    fallback: t("failed.correct"),
  });
}
