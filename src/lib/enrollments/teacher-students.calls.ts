/** Calls about a teacher's students. */

import { callApi } from "../client/api-client.ts";
import { readList, readNumber } from "../client/readers.ts";
import { toHref } from "../paging/list-url.ts";
import type { TeacherStudentList, TeacherStudentRow } from "./enrollments.responses.ts";
import type { TeacherStudentsQuery } from "./teacher-students.ts";

const needed = "Authentication error. Please log in again.";

export async function fetchTeacherStudents(
  query: TeacherStudentsQuery,
): Promise<TeacherStudentList> {
  const body = await callApi(
    toHref("/enrollment/teacher/students", { ...query }),
    { fallback: "Failed to fetch students" },
    needed,
  );
  const students = readList<TeacherStudentRow>(body, "students");
  return {
    students,
    total: readNumber(body, "total") ?? students.length,
    page: readNumber(body, "page") ?? 1,
    pages: readNumber(body, "pages") ?? 1,
  };
}

/** Where the list is downloaded as a file, with the same filter. */
export const exportPath = ({ search, sort, order }: TeacherStudentsQuery): string =>
  toHref("/dashboard/students.csv", { search, sort, order });

interface Refund {
  /** Dollars; absent for all that is left. */
  amount?: number | undefined;
  /** What could be refunded when it was decided, in dollars. */
  seen?: number | undefined;
  note?: string | undefined;
  /** The same for every try of one wish. */
  requestId: string;
}

/** Gives a part of what a student paid back, or all of it, which ends the enrollment. */
export async function refundStudent(enrollmentId: string, refund: Refund): Promise<void> {
  await callApi(
    `/enrollment/${encodeURIComponent(enrollmentId)}/refund`,
    {
      method: "POST",
      body: refund,
      fallback: "Failed to refund the student. Please try again.",
    },
    needed,
  );
}

/** Ends a student's seat and gives the money back. */
export async function removeStudent(enrollmentId: string): Promise<void> {
  await callApi(
    `/enrollment/${encodeURIComponent(enrollmentId)}/refund`,
    { method: "POST", body: {}, fallback: "Failed to remove the student. Please try again." },
    needed,
  );
}
