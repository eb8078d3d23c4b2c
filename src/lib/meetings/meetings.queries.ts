/** Queries for video meetings, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import {
  fetchCourseMeetings,
  fetchOwnMeetings,
  fetchStudentMeetings,
  fetchZoomStatus,
} from "./meetings.calls.ts";

/** The teacher's meetings, including those that Zoom has not confirmed yet. */
export const teacherMeetingsOptions = () =>
  queryOptions({ queryKey: ["meetings", "teacher"], queryFn: fetchOwnMeetings });

/** The student's upcoming meetings in all courses. */
export const studentMeetingsOptions = () =>
  queryOptions({ queryKey: ["meetings", "student"], queryFn: fetchStudentMeetings });

export const courseMeetingsOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["meetings", "course", courseId],
    queryFn: () => fetchCourseMeetings(courseId),
  });

/** Whether the teacher's meeting account is connected. */
export const zoomStatusOptions = () =>
  queryOptions({ queryKey: ["meetings", "zoom-status"], queryFn: fetchZoomStatus });

/** Refetches after a change, or after an error that suggests a lost connection to Zoom. */
export async function refreshTeacherMeetings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teacherMeetingsOptions().queryKey }),
    queryClient.invalidateQueries({ queryKey: zoomStatusOptions().queryKey }),
  ]);
}
