import { type AccountStanding, accountStandingText } from "#lib/payments/payments.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { findRecipient, mailPerson } from "../../guardians/recipients.ts";

/** Notifies a teacher that the payment account stopped taking payments, or takes them again. */
export async function mailStanding(
  context: Context,
  tx: Db,
  teacherId: string,
  standing: AccountStanding,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  const words = accountStandingText[standing];
  if (!teacher || !words) return;
  await mailPerson(context, tx, teacher, {
    notice: { sender: teacherId, about: "payment-account", kind: standing, lasting: true },
    subject: words.title,
    content: {
      title: words.title,
      preheader: words.short,
      paragraphs: [words.text],
      action: { label: "Open your dashboard", url: `${context.config.appUrl}/dashboard` },
      because: `you sell courses at ${site.name}`,
    },
  });
}
