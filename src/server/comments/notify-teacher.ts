/** The email to a teacher about new comments. */

import type { Context } from "../context.ts";
import type { MemberCourse } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";

/** Emails a student's comment to the course's teacher, unless the teacher's account was deleted. */
export async function notifyTeacher(
  context: Context,
  tx: Db,
  { id: courseId, title, teacherId }: MemberCourse,
  content: string,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (!teacher?.wants.changeSummaries) return;
  await mailPerson(context, tx, teacher, {
    unsubscribe: { list: "changeSummaries", profileId: teacherId },
    subject: `A new comment on ${title}`,
    content: {
      title: "A new comment",
      preheader: `A student commented on ${title}.`,
      paragraphs: [
        `A student commented on your course ${title}:`,
        content,
        "There may be more comments. We send at most one email like this per course per day.",
      ],
      action: {
        label: "Read the comments",
        url: `${context.config.appUrl}/courses/${courseId}#comments`,
      },
      because: `you teach ${title}`,
    },
  });
}
