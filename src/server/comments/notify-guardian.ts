import type { Context } from "../context.ts";
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
