/** A teacher's students as a CSV file. */
import { stringify } from "csv-stringify/sync";
import type { TeacherStudentRow } from "#lib/enrollments/enrollments.responses.ts";
import {
  describeProgress,
  teacherStudentsQuery,
  toPercent,
} from "#lib/enrollments/teacher-students.ts";
import { readQuery } from "#lib/paging/list-url.ts";
import { localizePath } from "#lib/site/locale.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";
import { getTexts } from "#translations/translate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import { getContext } from "../context.ts";
import { listAllTeacherStudents } from "./teacher-students.ts";

const t = getTexts("teacherStudents");

/** Writes CSV (RFC 4180). Cells that a spreadsheet could interpret as formulas are escaped. */
export function writeStudents(rows: readonly TeacherStudentRow[]): string {
  return stringify(
    rows.map(({ student, course, progress, joinedAt }) => [
      student.name,
      course.title,
      describeProgress(progress),
      `${toPercent(progress)}%`,
      joinedAt.slice(0, 10),
    ]),
    {
      header: true,
      columns: [
        t("server.csv.student"),
        t("server.csv.course"),
        t("server.csv.classes"),
        t("server.csv.progress"),
        t("server.csv.joined"),
      ],
      cast: { string: toCleanLine },
      escape_formulas: true,
      quoted_string: true,
      record_delimiter: "windows",
      // Without a byte order mark, some spreadsheets misread Arabic names.
      bom: true,
    },
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
