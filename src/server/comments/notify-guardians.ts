/** Emails to guardians about what their children write and read in the comments. */
import type { Context } from "../context.ts";
import { listStudents } from "../course-members/course-members.mails.ts";
import type { MemberCourse } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { findGuardianFields, findOrRequestGuardian } from "../guardians/guardian.ts";
import { mailGuardian } from "../guardians/recipients.ts";

/** Emails a child's comment to the guardian, if the child has one who can be contacted. */
export async function notifyGuardian(
  context: Context,
  tx: Db,
  { id: courseId, title }: MemberCourse,
  authorId: string,
  content: string,
): Promise<void> {
  const guardianFields = await findGuardianFields(tx, authorId);
  const guardian = guardianFields && (await findOrRequestGuardian(context, tx, guardianFields));
  if (!guardian) return;
  const { child } = guardian;
  const subject = `A comment by ${child}`;
  await mailGuardian(context, tx, guardian, {
    notice: {
      sender: authorId,
      courseId,
      about: `comments:${courseId}`,
      kind: "written",
      lasting: true,
    },
    subject,
    content: {
      title: subject,
      preheader: `${child} commented on ${title}.`,
      paragraphs: [
        `${child} commented on the course ${title}. The teacher and everyone enrolled can read this comment:`,
        content,
      ],
    },
  });
}

/** Emails the teacher's comment to the guardians of the children who can read it. */
export async function notifyGuardiansOfStudents(
  context: Context,
  tx: Db,
  { id: courseId, title, teacherId, teacherName }: MemberCourse,
  content: string,
): Promise<void> {
  for (const { guardianFields } of await listStudents(tx, courseId)) {
    const guardian = await findOrRequestGuardian(context, tx, guardianFields);
    if (!guardian) continue;
    const subject = `A comment by ${guardian.child}'s teacher`;
    await mailGuardian(context, tx, guardian, {
      notice: {
        sender: teacherId,
        courseId,
        about: `comments:${courseId}`,
        kind: "answered",
        lasting: true,
      },
      subject,
      content: {
        title: subject,
        preheader: `${teacherName} commented on ${title}.`,
        paragraphs: [
          `${teacherName} commented on the course ${title}. Everyone enrolled can read this comment:`,
          content,
        ],
      },
    });
  }
}
