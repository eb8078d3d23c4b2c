/** Queries for video meetings, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { connectionsOptions } from "./connections.queries.ts";
import { fetchCourseMeetings, fetchOwnMeetings } from "./meetings.calls.ts";

/** The teacher's meetings, including those that the service has not confirmed yet. */
export const teacherMeetingsOptions = () =>
  queryOptions({ queryKey: ["meetings", "teacher"], queryFn: fetchOwnMeetings });

export const courseMeetingsOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["meetings", "course", courseId],
    queryFn: () => fetchCourseMeetings(courseId),
  });

/** Refetches after a change, or after an error that suggests a lost connection to the service. */
export async function refreshTeacherMeetings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teacherMeetingsOptions().queryKey }),
    queryClient.invalidateQueries({ queryKey: connectionsOptions().queryKey }),
  ]);
}
