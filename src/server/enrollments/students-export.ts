/** A teacher's students as a CSV file. */
import type { TeacherStudentRow } from "#lib/enrollments/enrollments.responses.ts";
import {
  describeProgress,
  teacherStudentsQuery,
  toPercent,
} from "#lib/enrollments/teacher-students.ts";
import { readQuery } from "#lib/paging/list-url.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/translate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import { getContext } from "../context.ts";
import { writeCsv } from "../http/csv.ts";
import { listAllTeacherStudents } from "./teacher-students.ts";

const t = getTexts("teacherStudents");

export function writeStudents(rows: readonly TeacherStudentRow[]): string {
  const columns = [
    t("server.csv.student"),
    t("server.csv.course"),
    t("server.csv.classes"),
    t("server.csv.progress"),
    t("server.csv.joined"),
  ];
  return writeCsv(
    columns,
    rows.map(({ student, course, progress, joinedAt }) => [
      student.name,
      course.title,
      describeProgress(progress),
      `${toPercent(progress)}%`,
      joinedAt.slice(0, 10),
    ]),
  );
}

/** Serves the export, authenticated by the session cookie. Redirects everyone except teachers. */
export async function downloadStudents(request: Request): Promise<Response> {
  const context = getContext();
  const actor = await findSession(context, request.headers.get("cookie"));
  if (actor?.profile?.role !== "teacher") {
    return new Response(null, { status: 302, headers: { location: localizePath("/dashboard") } });
  }
  const query = readQuery(teacherStudentsQuery, new URL(request.url).searchParams);
  return new Response(writeStudents(await listAllTeacherStudents(context, actor, query)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="students.csv"',
      "cache-control": "no-store",
    },
  });
}
