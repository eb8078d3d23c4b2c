import type { AccountStatus } from "#lib/payments/payments.responses.ts";
import { accountStatusText } from "#lib/payments/payments.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { findRecipient, mailPerson } from "../../guardians/recipients.ts";

/** Notifies a teacher that the payment account has stopped or resumed taking payments. */
export async function mailAccountStatus(
  context: Context,
  tx: Db,
  teacherId: string,
  status: AccountStatus,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  const notice = accountStatusText[status];
  if (!teacher || !notice) return;
  await mailPerson(context, tx, teacher, {
    notice: { sender: teacherId, about: "payment-account", kind: status, lasting: true },
    subject: notice.title,
    content: {
      title: notice.title,
      preheader: notice.short,
      paragraphs: [notice.text],
      action: { label: "Open your dashboard", url: `${context.config.appUrl}/dashboard` },
      because: `you sell courses on ${site.name}`,
    },
  });
}
