import { type AccountStanding, accountStandingText } from "#lib/payments/payments.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { sendMail } from "../../mail/mail.jobs.ts";
import { findPerson } from "../../seats/seats.mails.ts";

/** Tells a teacher that the payment account stopped taking payments, or takes them again. */
export async function mailStanding(
  context: Context,
  tx: Db,
  teacherId: string,
  standing: AccountStanding,
): Promise<void> {
  const teacher = await findPerson(tx, teacherId);
  const words = accountStandingText[standing];
  if (!teacher || !words) return;
  await sendMail(context, tx, {
    notice: { sender: teacherId, about: "payment-account", kind: standing, lasting: true },
    to: teacher.email,
    subject: words.title,
    content: {
      title: words.title,
      preheader: words.short,
      paragraphs: [`As-salamu alaykum ${teacher.name},`, words.text],
      action: { label: "Open your dashboard", url: `${context.config.appUrl}/dashboard` },
    },
  });
}
