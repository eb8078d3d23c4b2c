/** The mail by which a teacher hears that there are comments. */
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { MemberCourse } from "../course-members/course-members.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";

/** Tells the course's teacher, if still here, of a student's comment in its words. */
export async function notifyTeacher(
  context: Context,
  tx: Db,
  { courseId, title, teacherId }: MemberCourse,
  content: string,
): Promise<void> {
  const [teacher] = await tx
    .select({ email: users.email, name: profiles.name })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, teacherId), isNull(users.deletedAt), profiles.changeSummaries));
  if (!teacher) return;
  await sendMail(context, tx, {
    unsubscribe: { list: "changeSummaries", profileId: teacherId },
    to: teacher.email,
    subject: `A new comment in ${title}`,
    content: {
      title: "A new comment",
      preheader: `A student wrote under ${title}.`,
      paragraphs: [
        `As-salamu alaykum ${teacher.name},`,
        `a student wrote under your course ${title}:`,
        content,
        "More comments may follow: for each course, such a mail comes at most once a day.",
      ],
      action: {
        label: "Read the comments",
        url: `${context.config.appUrl}/courses/${courseId}#comments`,
      },
    },
  });
}
