import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readMessage, readObject } from "../client/readers.ts";
import { meetingMessages } from "../meetings/meetings.rules.ts";
import type { AttendanceView, ClassList } from "./classes.responses.ts";
import { classMessages } from "./classes.rules.ts";
import type { AttendanceInput, CancelClassInput, MoveClassInput } from "./classes.ts";

const part = encodeURIComponent;

export async function fetchClasses(courseId: string): Promise<ClassList> {
  const body = await callApi(`/classes/course/${part(courseId)}`, {
    fallback: "Failed to fetch the classes",
  });
  const list = readObject<ClassList>(body);
  if (!list) throw new ApiError("Failed to fetch the classes", 200);
  return list;
}

/** @returns the success message to show to the teacher. */
export async function moveClass(classId: string, input: MoveClassInput): Promise<string> {
  const body = await callApi(`/classes/${part(classId)}`, {
    method: "PATCH",
    body: input,
    fallback: "Failed to move the class. Please try again.",
  });
  return readMessage(body) ?? classMessages.moved;
}

export async function cancelClass(classId: string, input: CancelClassInput): Promise<string> {
  const body = await callApi(`/classes/${part(classId)}/cancel`, {
    method: "POST",
    body: input,
    fallback: "Failed to cancel the class. Please try again.",
  });
  return readMessage(body) ?? classMessages.canceled;
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
    fallback: "Failed to fetch attendance",
  });
  return readList<AttendanceView>(body, "attendance");
}

export async function correctAttendance(classId: string, input: AttendanceInput): Promise<void> {
  await callApi(`/classes/${part(classId)}/attendance`, {
    method: "PUT",
    body: input,
    fallback: "Failed to update attendance. Please try again.",
  });
}
