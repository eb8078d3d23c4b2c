/** The email to a teacher about new comments. */

import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { MemberCourse } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";

const t = getTexts("comments");

/** Emails a student's comment to the course's teacher, unless the teacher's account was deleted. */
export async function notifyTeacher(
  context: Context,
  tx: Db,
  { id: courseId, title, teacherId }: MemberCourse,
  content: string,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (!teacher?.wants.changeSummaries) return;
  await mailPerson(context, tx, teacher, () => {
    const course = isolatedInRtl(title);
    return {
      unsubscribe: { list: "changeSummaries", profileId: teacherId },
      subject: t("mail.teacher.subject", { course }),
      content: {
        title: t("mail.teacher.title"),
        preheader: t("mail.teacher.preheader", { course }),
        paragraphs: [t("mail.teacher.text", { course }), content, t("mail.teacher.more")],
        action: {
          label: t("mail.teacher.action"),
          url: pageUrl(context.config, `/courses/${courseId}#comments`),
        },
        because: t("mail.teacher.because", { course }),
      },
    };
  });
}
