import { callApi } from "./api-client.ts";
import { ApiError } from "./api-error.ts";
import { readList, readText } from "./readers.ts";

/** Asks for a seat; gives the address of the checkout, or of the page that follows a free seat. */
export async function enrol(courseId: string, studentId: string): Promise<string> {
  const body = await callApi(
    `/enrollment/course/${encodeURIComponent(courseId)}/enroll`,
    {
      method: "POST",
      body: { studentId },
      fallback: "Failed to enroll in course. Please try again later.",
    },
    "Authentication required to enroll",
  );
  const url = readText(body, "checkoutUrl");
  const succeeded = !Array.isArray(body) && body.status === "success";
  if (!succeeded || !url) {
    throw new ApiError("Failed to get payment information. Please try again.", 200);
  }
  return url;
}

export interface Enrolment {
  _id: string;
  courseId: string | { _id: string };
  status?: string;
}

export async function fetchEnrolments(): Promise<Enrolment[]> {
  const body = await callApi("/enrollment/student/enrollments", {
    fallback: "Failed to fetch enrolled courses",
  });
  return readList<Enrolment>(body, "enrollments");
}

/** Whether one of the enrolments is a seat in the course. */
export function holdsSeat(enrolments: readonly Enrolment[], courseId: string): boolean {
  return enrolments.some((enrolment) => {
    const id = typeof enrolment.courseId === "string" ? enrolment.courseId : enrolment.courseId._id;
    return id === courseId;
  });
}
