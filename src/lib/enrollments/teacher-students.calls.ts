/** API calls about a teacher's students. */

import { getTexts } from "#translations/teacher-students.ts";
import { callApi } from "../client/api-client.ts";
import { readList, readNumber } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import { toHref } from "../paging/list-url.ts";
import type { TeacherStudentList, TeacherStudentRow } from "./enrollments.responses.ts";
import type { TeacherStudentsQuery } from "./teacher-students.ts";

const t = getTexts("teacherStudents");

export async function fetchTeacherStudents(
  query: TeacherStudentsQuery,
): Promise<TeacherStudentList> {
  const body = await callApi(
    toHref("/enrollment/teacher/students", { ...query }),
    { fallback: t("failed.fetch") },
    generalMessages.authenticationError,
  );
  const students = readList<TeacherStudentRow>(body, "students");
  return {
    students,
    total: readNumber(body, "total") ?? students.length,
    page: readNumber(body, "page") ?? 1,
    pages: readNumber(body, "pages") ?? 1,
  };
}

/** The URL that downloads the list as a CSV file, with the same filter. */
export const exportPath = ({ search, sort, order }: TeacherStudentsQuery): string =>
  toHref("/dashboard/students.csv", { search, sort, order });

interface Refund {
  /** In dollars. If it is absent, the remaining amount is refunded. */
  amount?: number | undefined;
  /** The refundable amount, in dollars, that the teacher saw when deciding. */
  seen?: number | undefined;
  note?: string | undefined;
  /** Stays the same for all attempts of one refund request. */
  requestId: string;
}

/** Refunds part or all of a student's payment. A full refund ends the enrollment. */
export async function refundStudent(enrollmentId: string, refund: Refund): Promise<void> {
  await callApi(
    `/enrollment/${encodeURIComponent(enrollmentId)}/refund`,
    {
      method: "POST",
      body: refund,
      fallback: t("failed.refund"),
    },
    generalMessages.authenticationError,
  );
}

/** Removes a student from the course and refunds the payment. */
export async function removeStudent(enrollmentId: string): Promise<void> {
  await callApi(
    `/enrollment/${encodeURIComponent(enrollmentId)}/refund`,
    { method: "POST", body: {}, fallback: t("failed.remove") },
    generalMessages.authenticationError,
  );
}
