/**
 * Notifies students, and children's guardians, that a teacher's suspension pauses their classes.
 * The emails don't name the suspension or its reason, which concern only the teacher.
 */
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { listTaughtNow } from "../course-members/affected-students.ts";
import {
  type CourseEmail,
  findTaughtCourse,
  listStudents,
  mailStudent,
} from "../course-members/course-members.mails.ts";
import type { Db } from "../db/connection.ts";

const t = getTexts("staffPeople");

type Names = { course: string; teacher: string };

async function mailStudentsOf(
  context: Context,
  tx: Db,
  teacherId: string,
  write: (names: Names, about: string) => CourseEmail,
): Promise<void> {
  for (const courseId of await listTaughtNow(tx, teacherId)) {
    const course = await findTaughtCourse(tx, courseId);
    if (!course) throw new Error(`The course ${courseId} has no teacher`);
    for (const student of await listStudents(tx, courseId)) {
      await mailStudent(context, tx, student, course, undefined, () => {
        const teacher = isolatedInRtl(course.teacherName);
        return write({ course: isolatedInRtl(course.title), teacher }, `course:${courseId}`);
      });
    }
  }
}

/** Call this after canceled courses are archived: their students get an email about the refund. */
export function mailPaused(
  context: Context,
  tx: Db,
  teacherId: string,
  endsAt: Date,
): Promise<void> {
  return mailStudentsOf(context, tx, teacherId, (names, about) => {
    // Suspensions end when the day begins in UTC.
    const date = formatDate(endsAt.toISOString(), "UTC");
    return {
      subject: t("server.mail.paused.subject", names),
      title: t("server.mail.paused.title"),
      preheader: t("server.mail.paused.preheader", { date }),
      paragraphs: [
        t("server.mail.paused.text", { ...names, date }),
        t("server.mail.paused.refund"),
      ],
      about,
      kind: "paused",
      lasting: true,
    };
  });
}

export function mailResumed(context: Context, tx: Db, teacherId: string): Promise<void> {
  return mailStudentsOf(context, tx, teacherId, (names, about) => ({
    subject: t("server.mail.resumed.subject", names),
    title: t("server.mail.resumed.title"),
    preheader: t("server.mail.resumed.preheader"),
    paragraphs: [t("server.mail.resumed.text", names)],
    about,
    kind: "resumed",
    lasting: true,
  }));
}
