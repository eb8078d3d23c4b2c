/** Emails to guardians about comments that their children write or can read. */

import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { listStudents } from "../course-members/course-members.mails.ts";
import type { MemberCourse } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { findGuardianFields, findOrRequestGuardian } from "../guardians/guardian.ts";
import { extendMessageLink } from "../guardians/message-links.ts";
import { childPageAction, mailGuardian } from "../guardians/recipients.ts";

const t = getTexts("comments");

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
  const url = await extendMessageLink(context, tx, guardian);
  await mailGuardian(context, tx, guardian, () => {
    const values = { child: isolatedInRtl(guardian.child), course: isolatedInRtl(title) };
    const subject = t("mail.child.subject", values);
    return {
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
        preheader: t("mail.child.preheader", values),
        paragraphs: [t("mail.child.text", values), content],
        facts: [{ name: t("mail.fact.course"), value: values.course }],
        ...childPageAction(guardian, url),
      },
    };
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
    const url = await extendMessageLink(context, tx, guardian);
    await mailGuardian(context, tx, guardian, () => {
      const values = { teacher: isolatedInRtl(teacherName), course: isolatedInRtl(title) };
      const child = isolatedInRtl(guardian.child);
      const subject = t("mail.childsTeacher.subject", { child });
      return {
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
          preheader: t("mail.childsTeacher.preheader", values),
          paragraphs: [t("mail.childsTeacher.text", values), content],
          facts: [
            { name: t("mail.fact.course"), value: values.course },
            { name: t("mail.fact.teacher"), value: values.teacher },
          ],
          ...childPageAction(guardian, url),
        },
      };
    });
  }
}
