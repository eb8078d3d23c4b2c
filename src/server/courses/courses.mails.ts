/** Emails to teachers about their courses. */
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPersonAndGuardian } from "../guardians/recipients.ts";

const t = getTexts("staffCourses");

export interface ShownCourse {
  courseId: string;
  title: string;
  teacherId: string;
  reason: string;
  /** Whether it stays hidden until the teacher's suspension ends. */
  isSuspended: boolean;
}

/** Notifies the teacher that staff show a hidden course again. */
export async function mailShown(
  context: Context,
  tx: Db,
  { courseId, title, teacherId, reason, isSuspended }: ShownCourse,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (!teacher) return;
  await mailPersonAndGuardian(context, tx, teacher, () => {
    const course = isolatedInRtl(title);
    const text = t(isSuspended ? "server.mail.shown.later" : "server.mail.shown.text", { course });
    return {
      subject: t("server.mail.shown.subject", { course }),
      content: {
        title: t("server.mail.shown.title"),
        preheader: text,
        paragraphs: [text],
        facts: [{ name: t("server.mail.shown.reason"), value: reason }],
        ...(!isSuspended && {
          action: {
            label: t("server.mail.shown.action"),
            url: pageUrl(context.config, `/courses/${courseId}`),
          },
        }),
        because: t("server.mail.shown.because"),
      },
    };
  });
}
