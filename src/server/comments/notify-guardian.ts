import type { Context } from "../context.ts";
import type { MemberCourse } from "../course-members/course-members.ts";
import type { Db } from "../db/connection.ts";
import { findFamily, greetGuardian, reachGuardian } from "../guardians/guardian.ts";
import { sendMail } from "../mail/mail.jobs.ts";

/** Mails a child's comment to its guardian, where there is one to be reached. */
export async function notifyGuardian(
  context: Context,
  tx: Db,
  { courseId, title }: MemberCourse,
  authorId: string,
  content: string,
): Promise<void> {
  const family = await findFamily(tx, authorId);
  const guardian = family && (await reachGuardian(context, tx, family));
  if (!guardian) return;
  const { child, address } = guardian;
  const subject = `A comment of ${child}`;
  await sendMail(context, tx, {
    notice: {
      sender: authorId,
      courseId,
      about: `comments:${courseId}`,
      kind: "written",
      lasting: true,
    },
    unsubscribe: { list: "guardian", profileId: guardian.studentId },
    to: address,
    subject,
    content: {
      title: subject,
      preheader: `Under the course ${title}.`,
      paragraphs: [
        greetGuardian(guardian),
        `you are ${child}'s guardian, so we send you what ${child} wrote under the course ${title}. Its teacher and everyone enrolled can read it:`,
        content,
      ],
    },
  });
}
