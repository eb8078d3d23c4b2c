/** Queries for video meetings, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { type MeetingService, meetingServices } from "./meeting-services.ts";
import {
  type CheckedStatus,
  fetchCourseMeetings,
  fetchOwnMeetings,
  fetchServiceStatus,
} from "./meetings.calls.ts";

/** The teacher's meetings, including those that the service has not confirmed yet. */
export const teacherMeetingsOptions = () =>
  queryOptions({ queryKey: ["meetings", "teacher"], queryFn: fetchOwnMeetings });

export const courseMeetingsOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["meetings", "course", courseId],
    queryFn: () => fetchCourseMeetings(courseId),
  });

/** A service with the status of the teacher's account there. */
export type Connection = CheckedStatus & { service: MeetingService };

/** The connections to all services. A teacher is connected to at most one of them. */
export const connectionsOptions = () =>
  queryOptions({
    queryKey: ["meetings", "connections"],
    queryFn: (): Promise<Connection[]> =>
      Promise.all(
        meetingServices.map(async (service) => ({
          service,
          ...(await fetchServiceStatus(service)),
        })),
      ),
  });

/** Refetches after a change, or after an error that suggests a lost connection to the service. */
export async function refreshTeacherMeetings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teacherMeetingsOptions().queryKey }),
    queryClient.invalidateQueries({ queryKey: connectionsOptions().queryKey }),
  ]);
}
