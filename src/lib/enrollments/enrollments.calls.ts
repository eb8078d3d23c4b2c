import { getTexts } from "#translations/enrollments.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readObject, readText } from "../client/readers.ts";
import { describeCourseNotLoaded } from "../courses/course-not-loaded.ts";
import type { SeenTerms } from "./enroll-input.ts";
import type { EnrollmentView, LeavingView, SeatView } from "./enrollments.responses.ts";
import { enrollMessages } from "./enrollments.ts";
import type { LeaveInput } from "./leave-input.ts";

const t = getTexts("enrollments");

const coursePath = (courseId: string) => `/enrollment/course/${encodeURIComponent(courseId)}`;

/**
 * Enrolls a student. @returns the URL of the checkout, or of the next page if the course is free.
 */
export async function enroll(
  courseId: string,
  studentId: string,
  input: { seen?: SeenTerms; outsideAudience?: boolean } = {},
): Promise<string> {
  if (!courseId) throw new ApiError(t("error.noCourse"), 0);
  const body = await callApi(
    `${coursePath(courseId)}/enroll`,
    {
      method: "POST",
      body: { studentId, ...input },
      fallback: enrollMessages.unavailable,
    },
    enrollMessages.unauthenticated,
  );
  const url = readText(body, "checkoutUrl");
  const succeeded = !Array.isArray(body) && body.status === "success";
  if (!succeeded || !url) {
    throw new ApiError(t("error.noPaymentPage"), 200);
  }
  return url;
}

/** An enrollment. Another back end may send the course as an ID or as an object. */
export interface Enrollment extends Pick<EnrollmentView, "_id"> {
  courseId: string | { _id: string };
  status?: string;
}

export async function fetchEnrollments(): Promise<Enrollment[]> {
  const body = await callApi("/enrollment/student/enrollments", {
    fallback: t("error.fetch"),
  });
  return readList<Enrollment>(body, "enrollments");
}

/** The student's status in a course. Servers of an earlier version omit the optional fields. */
export type Seat = Omit<SeatView, "courseId" | Added> & Partial<Pick<SeatView, Added>>;
type Added = "payable" | "refundsUntil";

/** Null if the server doesn't support holds and waiting lists. */
export async function fetchSeat(courseId: string): Promise<Seat | null> {
  const body = await callApi(`${coursePath(courseId)}/seat`, {
    fallback: describeCourseNotLoaded(),
  });
  const seat = readObject<Seat>(body);
  return typeof seat?.seatsLeft === "number" ? seat : null;
}

export async function joinWaitingList(courseId: string): Promise<void> {
  await callApi(
    `${coursePath(courseId)}/waiting-list`,
    { method: "POST", body: {}, fallback: t("error.joinList") },
    enrollMessages.unauthenticated,
  );
}

export async function leaveWaitingList(courseId: string): Promise<void> {
  await callApi(`${coursePath(courseId)}/waiting-list`, {
    method: "DELETE",
    fallback: t("error.leaveList"),
  });
}

/** Whether one of the enrollments is in the course. */
export function holdsSeat(enrollments: readonly Enrollment[], courseId: string): boolean {
  return enrollments.some((enrollment) => {
    const id =
      typeof enrollment.courseId === "string" ? enrollment.courseId : enrollment.courseId._id;
    return id === courseId;
  });
}

/** How leaving a course ended. Servers of an earlier version only say whether there is a refund. */
export type Left = Pick<LeavingView, "refunded"> & Partial<LeavingView>;

export async function leaveCourse(
  courseId: string,
  seen: NonNullable<LeaveInput["seen"]>,
): Promise<Left> {
  const body = await callApi(`${coursePath(courseId)}/leave`, {
    method: "POST",
    body: { seen },
    fallback: t("error.leave"),
  });
  const left = readObject<Partial<LeavingView>>(body);
  return { ...left, refunded: left?.refunded === true };
}

/** Takes the same seat again in a free course that the student has just left. */
export async function undoLeaving(courseId: string): Promise<void> {
  await callApi(`${coursePath(courseId)}/leave/undo`, {
    method: "POST",
    fallback: t("error.undoLeave"),
  });
}
