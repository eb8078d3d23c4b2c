/** Queries for a student's enrollments and seats, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchEnrollments, fetchSeat } from "./enrollments.calls.ts";

/** The student's enrollments in all courses. */
export const enrollmentsOptions = () =>
  queryOptions({ queryKey: ["enrollments", "own"], queryFn: fetchEnrollments });

export const refreshEnrollments = () =>
  queryClient.invalidateQueries({ queryKey: enrollmentsOptions().queryKey });

/** The student's seat in one course, or position on its waiting list. */
export const seatOptions = (courseId: string) =>
  queryOptions({ queryKey: ["enrollments", "seat", courseId], queryFn: () => fetchSeat(courseId) });

export const refreshSeat = (courseId: string) =>
  queryClient.invalidateQueries({ queryKey: seatOptions(courseId).queryKey });
